import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { withBuiltInFallback } from "../../../src/components/settings/withBuiltInFallback.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

afterEach(() => vi.restoreAllMocks());

interface PartProps {
  readonly text?: string;
  readonly status?: string;
  readonly message?: { readonly id: string };
  readonly calls?: readonly {
    readonly toolCall: { readonly id: string };
    readonly status: string;
  }[];
  readonly children?: React.ReactNode;
  readonly onPress?: () => void;
  readonly interrupt?: { readonly id: string; readonly answer?: { readonly status: string } };
}

/** Creates a custom component that throws while `broken.isBroken`, wrapped with a built-in one that counts mounts. */
function createParts() {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const counts = { tries: 0, mounts: 0 };
  const broken = { isBroken: true };
  function Custom() {
    counts.tries++;
    if (broken.isBroken) throw new Error("no");
    return <p>mine</p>;
  }
  function BuiltIn({ text }: PartProps) {
    useState(() => counts.mounts++);
    return <p>own {text}</p>;
  }
  return {
    Part: withBuiltInFallback<(props: PartProps) => React.ReactNode>(Custom, BuiltIn),
    counts,
    broken,
  };
}

test("withBuiltInFallback does not retry when text streams, and keeps the fallback mounted", () => {
  const { Part, counts } = createParts();
  const { rerender } = render(<Part text="" />);
  const shown = screen.getByText("own");
  const before = { ...counts };
  for (const text of ["a", "a b", "a b c"]) rerender(<Part text={text} />);
  expect(screen.getByText("own a b c")).toBe(shown);
  expect(counts).toEqual(before);
});

const callOf = (id: string, status: string) => ({ toolCall: { id }, status });

test.each<[change: string, before: PartProps, after: PartProps]>([
  ["status", { status: "running" }, { status: "complete" }],
  ["message", { message: { id: "a" } }, { message: { id: "b" } }],
  ["call", { calls: [callOf("a", "running")] }, { calls: [callOf("b", "running")] }],
  [
    "status of a call",
    { calls: [callOf("a", "complete"), callOf("b", "streaming")] },
    { calls: [callOf("a", "complete"), callOf("b", "complete")] },
  ],
  [
    "answer",
    { interrupt: { id: "a" } },
    { interrupt: { id: "a", answer: { status: "resolved" } } },
  ],
])("withBuiltInFallback retries with another %s", (_, before, after) => {
  const { Part, broken } = createParts();
  const { rerender } = render(<Part {...before} />);
  broken.isBroken = false;
  rerender(<Part {...structuredClone(before)} />);
  expect(screen.queryByText("mine")).not.toBeInTheDocument();
  rerender(<Part {...after} />);
  expect(screen.getByText("mine")).toBeInTheDocument();
});

test("withBuiltInFallback does not retry when other props change, whatever they contain", () => {
  const { Part, counts } = createParts();
  const around: { of?: unknown; size: bigint } = { size: 1n };
  around.of = around;
  const page = (args: string) => (
    <Part message={Object.assign({ id: "a", args }, around)} onPress={() => {}}>
      <p>{args}</p>
    </Part>
  );
  const { rerender } = render(page("{"));
  const before = { ...counts };
  rerender(page('{"a":1}'));
  expect(counts).toEqual(before);
});

test("withBuiltInFallback retries in another thread, also without props", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [good, bad] = ["good", "bad"].map((threadId) =>
    createThread({ agent: manualAgent(), threadId }),
  );
  function CustomStatus() {
    const { threadId } = useThread();
    if (threadId === "bad") throw new Error("no");
    return <p>mine</p>;
  }
  const page = (thread = good) => (
    <ThreadProvider thread={thread as NonNullable<typeof thread>}>
      <Chat components={{ RunStatusRow: CustomStatus, Composer: CustomStatus }} />
    </ThreadProvider>
  );
  const { rerender } = render(page());
  expect(screen.getAllByText("mine")).toHaveLength(2);
  rerender(page(bad));
  expect(screen.queryByText("mine")).not.toBeInTheDocument();
  rerender(page(good));
  expect(screen.getAllByText("mine")).toHaveLength(2);
});

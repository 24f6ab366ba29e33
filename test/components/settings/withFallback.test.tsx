import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { withFallback } from "../../../src/components/settings/withFallback.tsx";
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

/** A part that throws while it is told to, and the kit's own, which counts how often it is mounted. */
function parts() {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const counts = { tries: 0, mounts: 0 };
  const broken = { isBroken: true };
  function Given() {
    counts.tries++;
    if (broken.isBroken) throw new Error("no");
    return <p>mine</p>;
  }
  function Own({ text }: PartProps) {
    useState(() => counts.mounts++);
    return <p>own {text}</p>;
  }
  return { Part: withFallback<(props: PartProps) => React.ReactNode>(Given, Own), counts, broken };
}

test("a part that throws is not tried with every word, and what stands in its place stays", () => {
  const { Part, counts } = parts();
  const { rerender } = render(<Part text="" />);
  const shown = screen.getByText("own");
  const before = { ...counts };
  for (const text of ["a", "a b", "a b c"]) rerender(<Part text={text} />);
  expect(screen.getByText("own a b c")).toBe(shown);
  expect(counts).toEqual(before);
});

const callOf = (id: string, status: string) => ({ toolCall: { id }, status });

test.each<[what: string, before: PartProps, now: PartProps]>([
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
])("with another %s it is tried again", (_, before, now) => {
  const { Part, broken } = parts();
  const { rerender } = render(<Part {...before} />);
  broken.isBroken = false;
  rerender(<Part {...structuredClone(before)} />);
  expect(screen.queryByText("mine")).not.toBeInTheDocument();
  rerender(<Part {...now} />);
  expect(screen.getByText("mine")).toBeInTheDocument();
});

test("what the application puts into its props may be anything, and is no reason to try it again", () => {
  const { Part, counts } = parts();
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

test("in another thread it is tried again, also where it is told nothing", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [good, bad] = ["good", "bad"].map((threadId) =>
    createThread({ agent: manualAgent(), threadId }),
  );
  function Mine() {
    const { threadId } = useThread();
    if (threadId === "bad") throw new Error("no");
    return <p>mine</p>;
  }
  const page = (thread = good) => (
    <ThreadProvider thread={thread as NonNullable<typeof thread>}>
      <Chat components={{ RunStatus: Mine, Composer: Mine }} />
    </ThreadProvider>
  );
  const { rerender } = render(page());
  expect(screen.getAllByText("mine")).toHaveLength(2);
  rerender(page(bad));
  expect(screen.queryByText("mine")).not.toBeInTheDocument();
  rerender(page(good));
  expect(screen.getAllByText("mine")).toHaveLength(2);
});

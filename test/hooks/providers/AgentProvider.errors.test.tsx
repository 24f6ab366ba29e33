import { act, render, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useClient } from "../../../src/hooks/providers/useClient.ts";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { Probe } from "./probe.tsx";

describe("faults of a stream", () => {
  /** An agent whose stream has one fault. */
  const faulty: Agent = {
    async *run() {
      yield { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
      yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" };
      yield { type: "TEXT_MESSAGE_END", messageId: "m1" };
      yield { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
    },
  };
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("reach the `onIssue` of the latest render, with the thread", async () => {
    const [before, after] = [vi.fn(), vi.fn()];
    const found: { thread?: Thread } = {};
    const view = (onIssue: typeof before) => (
      <AgentProvider agent={faulty} onIssue={onIssue}>
        <Probe found={found} />
      </AgentProvider>
    );
    const { rerender } = render(view(before));
    rerender(view(after));
    await act(async () => {
      await found.thread?.run();
    });
    expect(before).not.toHaveBeenCalled();
    expect(after).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: "not-open", subject: "m1" }),
      found.thread,
    );
  });

  test("fail a run with `strict`", async () => {
    const found: { thread?: Thread } = {};
    render(
      <AgentProvider agent={faulty} strict>
        <Probe found={found} />
      </AgentProvider>,
    );
    let error: AgentKitError | undefined;
    await act(async () => {
      error = (await found.thread?.run())?.error;
    });
    expect(error?.code).toBe("protocol-violation");
  });
});

describe("without a provider", () => {
  beforeEach(() => {
    // React logs errors of components too, and React 18 also dispatches them on the window.
    vi.spyOn(console, "error").mockImplementation(() => {});
    const quiet = (event: Event) => event.preventDefault();
    window.addEventListener("error", quiet);
    return () => window.removeEventListener("error", quiet);
  });
  afterEach(() => vi.restoreAllMocks());

  const hooks = { useThread, useClient, useAgentRun };
  test.each(Object.entries(hooks))(
    "%s throws an error that names the missing provider",
    (_name, hook) => {
      const attempt = () => renderHook((): unknown => hook());
      expect(attempt).toThrow(AgentKitError);
      expect(attempt).toThrow(/<AgentProvider agent=\{httpAgent\(\{ url \}\)\}>/);
    },
  );

  test("ThreadProvider throws an error that names both solutions", () => {
    expect(() => render(<ThreadProvider threadId="t" />)).toThrow(/AgentProvider.*createThread/);
  });
});

test.each([
  ["undefined", undefined],
  ["a URL", "http://localhost:8000/agent"],
  ["a number", 5],
])("an agent that is %s gets one warning, and its run ends with an error", async (kind, agent) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { result, rerender } = renderHook(() => useThread(), {
    wrapper: ({ children }) => (
      <AgentProvider agents={{ [kind]: agent as unknown as Agent }}>{children}</AgentProvider>
    ),
  });
  rerender();
  const { outcome, error } = await act(() => result.current.send("Hi"));
  expect(outcome).toBe("error");
  expect(error?.message).toMatch(
    /`agent` is (undefined|a string|a number).* Pass `httpAgent\(\{ url \}\)`/,
  );
  const warnings = warn.mock.calls.map(([text]) => String(text));
  warn.mockRestore();
  expect(warnings).toEqual([expect.stringMatching(`"${kind}".*undefined.*httpAgent`)]);
});

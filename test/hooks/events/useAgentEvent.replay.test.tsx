import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useAgentEvent } from "../../../src/hooks/events/useAgentEvent.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runEvents } from "../../support/runEvents.ts";
import { emit, withThread } from "../wrap.tsx";

const tick = (value: number): EventInput => ({ type: "CUSTOM", name: "tick", value });

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

/** Creates a thread with a manual agent, and records the CUSTOM events that a hook receives. */
function createTickingThread() {
  const agent = manualAgent();
  const thread = createThread({ agent, threadId: "t1" });
  const received: unknown[] = [];
  const wrapper = withThread(thread);
  const use = () => useAgentEvent("CUSTOM", ({ value }) => received.push(value));
  renderHook(use, { wrapper });
  /** Streams events, then ends the stream or breaks it with an error. */
  const stream = async (events: readonly EventInput[], how: "end" | "break" = "end") => {
    const ended = thread.retry();
    await agent.started();
    for (const event of events) await agent.emit(event);
    await (how === "end" ? agent.finish() : agent.fail(new Error("offline")));
    await ended;
  };
  return {
    agent,
    thread,
    received,
    stream: (...of: Parameters<typeof stream>) => act(() => stream(...of)),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a server that reuses one run id", () => {
  test("delivers the events of every run, immediately once the server is recognized", async () => {
    const { agent, thread, received, stream } = createTickingThread();
    await stream([started, tick(1), finished]);
    await stream([started, tick(2), finished]);
    expect(received).toEqual([1, 2]);
    act(() => void thread.run());
    await emit(agent, started, tick(3));
    expect(received).toEqual([1, 2, 3]);
    act(() => thread.stop());
  });

  test("recognizes a replayed call by the id that the server uses", async () => {
    const { thread, received, stream } = createTickingThread();
    await stream([started, tick(1), finished]);
    const call = { type: "function", function: { name: "search", arguments: "{}" } } as const;
    const metadata = { "agui-kit.id": "c9" };
    act(() =>
      thread.setMessages([
        { id: "a", role: "assistant", toolCalls: [{ ...call, id: "c", metadata }] },
        { id: "t", role: "tool", toolCallId: "c", content: "found" },
        // Without an answer, the result would be sent, and its run would be a new one.
        { id: "b", role: "assistant", content: "It is found" },
      ]),
    );
    const start = { type: "TOOL_CALL_START", toolCallId: "c9", toolCallName: "search" } as const;
    await stream([started, start, tick(2), finished]);
    expect(received).toEqual([1]);
  });

  test("delivers deferred events when the run starts a new message", async () => {
    const { agent, thread, received, stream } = createTickingThread();
    const message = (messageId: string): EventInput => ({ type: "TEXT_MESSAGE_START", messageId });
    await stream([started, message("m1"), tick(1), finished]);
    act(() => void thread.run());
    await emit(agent, started, tick(2));
    expect(received).toEqual([1]);
    await emit(agent, message("m2"), tick(3));
    expect(received).toEqual([1, 2, 3]);
    act(() => thread.stop());
  });

  test("delivers events after a broken stream when they differ from the previous ones", async () => {
    const { received, stream } = createTickingThread();
    await stream([started, tick(1)], "break");
    await stream([started, tick(2), finished]);
    await stream([started, tick(3), finished]);
    expect(received).toEqual([1, 2, 3]);
  });
});

describe("a replayed run after a broken stream", () => {
  const opening: EventInput[] = [
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
  ];
  const rest: EventInput[] = [
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ];

  test.each<[string, EventInput[], EventInput[]]>([
    ["without any messages", [], []],
    ["in the middle of a message", opening, rest],
  ])("%s delivers only events after the break", async (_, before, after) => {
    const { thread, received, stream } = createTickingThread();
    await stream([started, tick(1), ...before], "break");
    // An annotation of the application is not part of the stream.
    await act(() => thread.annotate("note", { text: "mine" }));
    await stream([started, tick(1), ...before, tick(2)], "break");
    await stream([started, tick(1)], "break");
    await stream([started, tick(1), ...before, tick(2), ...after, tick(3), finished]);
    expect(received.filter((value) => typeof value === "number")).toEqual([1, 2, 3]);
    expect(received).toHaveLength(4);
  });

  test("followed by another run delivers only the events of that run", async () => {
    const { received, stream } = createTickingThread();
    await stream([started, tick(1)], "break");
    await stream([started, tick(1), ...runEvents("r2", tick(2))]);
    expect(received).toEqual([1, 2]);
  });
});

describe("a replayed run with messages", () => {
  const replayedRun = runEvents("r1", { type: "TEXT_MESSAGE_START", messageId: "m1" }, tick(1));

  test("delivers only events that follow the replay", async () => {
    const { received, stream } = createTickingThread();
    await stream(replayedRun);
    await stream(replayedRun);
    await stream([
      ...replayedRun.slice(0, -1),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" },
      tick(2),
      finished,
    ]);
    expect(received).toEqual([1, 2]);
  });

  test("delivers nothing to a component that mounts during the replay, but annotations added later", async () => {
    const { agent, thread, stream } = createTickingThread();
    await stream(replayedRun);
    const ended = thread.run();
    await act(() => agent.emit(...replayedRun.slice(0, 2)));
    const received: unknown[] = [];
    const use = () => useAgentEvent("CUSTOM", ({ name }) => received.push(name));
    renderHook(use, { wrapper: withThread(thread) });
    await act(async () => {
      await agent.emit(...replayedRun.slice(2));
      await agent.finish();
      await ended;
    });
    expect(thread.getSnapshot().tracking.isReplay).toBe(true);
    expect(received).toEqual([]);
    renderHook(use, { wrapper: withThread(thread) });
    await act(() => thread.annotate("note", { text: "after" }));
    expect(received).toEqual(["ag-ui:meta", "ag-ui:meta"]);
  });
});

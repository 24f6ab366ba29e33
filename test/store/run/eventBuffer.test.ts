import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createThread, type EventInput, type Snapshot, type Thread } from "../../../src/core.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { reduceEvents } from "../../../src/reducer/reduceEvents.ts";
import { manualAgent } from "../../../src/testing.ts";

const text = (delta: string, more: object = {}): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId: "m1",
  delta,
  ...more,
});
const count = (value: number): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "replace", path: "/list/0/n", value }],
});

/** Creates a thread with a streaming answer, whose frames the test runs. */
async function answering(options: Partial<Parameters<typeof createThread>[0]> = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const agent = manualAgent();
  const initialState = { list: [{ n: 0 }, { n: 0 }] };
  const thread: Thread<unknown> = createThread<unknown>({ initialState, ...options, agent });
  onTestFinished(() => thread.dispose());
  const ended = thread.send("Hi").catch(() => {});
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  await agent.emit({ type: "TEXT_MESSAGE_START", messageId: "m1" });
  const finish = async () => {
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await ended;
  };
  return { agent, thread, finish };
}

const contentOf = ({ getSnapshot }: Pick<Thread, "getSnapshot">) =>
  getSnapshot().messages.at(-1)?.content;
const deltasIn = async (thread: Thread<unknown>) =>
  (await thread.getEventLog()).events.filter(({ type }) => type === "TEXT_MESSAGE_CONTENT");

describe("streamed deltas", () => {
  test("are in the snapshot at once and published with the next frame", async () => {
    const { agent, thread } = await answering();
    await vi.advanceTimersByTimeAsync(100);
    const published: unknown[] = [];
    onTestFinished(
      thread.store.subscribe((snapshot) =>
        published.push(contentOf({ getSnapshot: () => snapshot })),
      ),
    );
    await agent.emit(text("Hel"));
    expect(contentOf(thread)).toBe("Hel");
    await agent.emit(text("lo"));
    await agent.emit(text(" there"));
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(published).toEqual(["Hello there"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("become one event in the log when the snapshot is not read between them", async () => {
    const { agent, thread } = await answering();
    for (const word of ["One", " two", " three"]) await agent.emit(text(word));
    expect(await deltasIn(thread)).toMatchObject([{ delta: "One two three" }]);
  });

  test("are merged per message when several messages stream alternately", async () => {
    const { agent, thread, finish } = await answering();
    const ids = ["c1", "c2", "c3"];
    for (const toolCallId of ids) {
      await agent.emit({ type: "TOOL_CALL_START", toolCallId, toolCallName: "write" });
    }
    const parts = ['{"a"', ":", "1", "}"];
    const args = (toolCallId: string, delta: string) =>
      ({ type: "TOOL_CALL_ARGS", toolCallId, delta }) as const;
    for (const part of parts) await agent.emit(...ids.map((id) => args(id, part)), text(part));
    await agent.emit(...ids.map((toolCallId) => ({ type: "TOOL_CALL_END", toolCallId }) as const));
    await finish();
    const { events } = await thread.getEventLog();
    expect(events.filter(({ type }) => type === "TOOL_CALL_ARGS")).toMatchObject(
      ids.map((id) => args(id, '{"a":1}')),
    );
    expect(await deltasIn(thread)).toMatchObject([text('{"a":1}')]);
  });

  test("wait together with starts and ends, in order", async () => {
    const { agent, thread } = await answering();
    const published: Snapshot[] = [];
    onTestFinished(thread.store.subscribe((snapshot) => published.push(snapshot)));
    const call = { toolCallId: "c1" };
    const other = { messageId: "m2" };
    await agent.emit(text("One"), { type: "TEXT_MESSAGE_END", messageId: "m1" });
    await agent.emit({ type: "TEXT_MESSAGE_START", ...other }, text("Two", other));
    await agent.emit({ type: "TOOL_CALL_START", ...call, toolCallName: "write" });
    await agent.emit({ type: "TOOL_CALL_ARGS", ...call, delta: "{}" }, text(" three", other));
    await agent.emit({ type: "TOOL_CALL_END", ...call });
    await agent.emit({ type: "TOOL_CALL_RESULT", ...call, messageId: "t1", content: "ok" });
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(published).toEqual([thread.getSnapshot()]);
    expect(published[0]).toMatchObject({
      messages: [
        { content: "Hi" },
        { content: "One" },
        { content: "Two three" },
        { toolCalls: [{ function: { arguments: "{}" } }] },
        { role: "tool", content: "ok" },
      ],
      toolCalls: { c1: { status: "complete" } },
      issues: [],
    });
  });

  test("are reported after the end of a stream in the same buffer", async () => {
    const { agent, thread } = await answering();
    const other = { messageId: "m2" };
    await agent.emit({ type: "TEXT_MESSAGE_START", ...other }, text("a", other), {
      type: "TEXT_MESSAGE_END",
      ...other,
    });
    await agent.emit(text("b", other));
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-open", count: 1 }]);
  });

  test("stay separate when they differ in more than their text", async () => {
    const { agent, thread } = await answering();
    await agent.emit(text("One"));
    await agent.emit(text(" two", { metadata: { source: "a" } }));
    await agent.emit(text(" three"));
    await agent.emit({ type: "TEXT_MESSAGE_END", messageId: "m1" });
    expect(contentOf(thread)).toBe("One two three");
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ metadata: { source: "a" } });
    expect((await deltasIn(thread)).map((event) => Reflect.get(event, "metadata"))).toContainEqual({
      source: "a",
    });
  });

  test("stay separate when a sub-agent and the agent stream under the same id", async () => {
    const { agent, thread } = await answering();
    const helper = { subagentRunId: "s" };
    await agent.emit({ type: "SUBAGENT_STARTED", ...helper, name: "Helper" });
    await agent.emit({ type: "TEXT_MESSAGE_START", messageId: "m1", ...helper });
    await agent.emit(text("sub", helper), text("main"));
    expect(thread.getSnapshot().messages.slice(1)).toMatchObject([
      { content: "main" },
      { ...helper, content: "sub" },
    ]);
  });

  test("leave the agent's event objects unchanged", async () => {
    const { agent, thread } = await answering();
    const own = { ...text("One"), timestamp: 1 };
    await agent.emit(own);
    await agent.emit({ ...text(" two"), timestamp: 2 });
    expect(contentOf(thread)).toBe("One two");
    expect(own).toEqual({ ...text("One"), timestamp: 1 });
  });

  test("are each reported when they have no open stream", async () => {
    const { agent, thread } = await answering();
    await agent.emit({ type: "TEXT_MESSAGE_END", messageId: "m1" });
    for (const word of ["a", "b", "c"]) await agent.emit(text(word));
    expect(thread.getSnapshot().issues).toMatchObject([{ count: 3 }]);
  });

  test("are each reported outside a run", async () => {
    const { agent, thread, finish } = await answering();
    const received = thread.getSnapshot().run.runId;
    await agent.emit({ type: "RUN_FINISHED", threadId: thread.threadId, runId: received ?? "" });
    for (const word of ["a", "b", "c"]) await agent.emit(text(word));
    expect(thread.getSnapshot().issues.map(({ count }) => count)).toContain(3);
    await finish();
  });

  test("reach an onEvent listener one by one, each with its snapshot", async () => {
    const { agent, thread } = await answering();
    await agent.emit(text("Before. "));
    const received: unknown[] = [];
    thread.subscribe({
      onEvent: (event, { messages }) => {
        received.push([Reflect.get(event, "delta"), messages.at(-1)?.content]);
      },
    });
    await agent.emit(text("One"));
    await agent.emit(text(" two"));
    expect(received).toEqual([
      ["One", "Before. One"],
      [" two", "Before. One two"],
    ]);
  });

  test("are in the last snapshot of a disposed thread", async () => {
    const { agent, thread } = await answering();
    await agent.emit(text("One"));
    thread.dispose();
    expect(contentOf(thread)).toBe("One");
  });

  test("are applied before later changes of the page", async () => {
    const { agent, thread } = await answering();
    await agent.emit(count(1));
    thread.setState((now: unknown) => ({ ...Object(now), mine: true }));
    expect(thread.getSnapshot().visibleState).toEqual({ list: [{ n: 1 }, { n: 0 }], mine: true });
    await agent.emit(count(2));
    expect(thread.getSnapshot().visibleState).toEqual({ list: [{ n: 2 }, { n: 0 }], mine: true });
  });
});

describe("a batch of JSON patches", () => {
  const open = reduceEvents(
    createSnapshot({ threadId: "t", state: { list: [{ n: 0 }, { n: 0 }] } }),
    [{ type: "RUN_STARTED", threadId: "t", runId: "r" } as never],
  );
  const reduce = (...events: readonly object[]) => reduceEvents(open, events as never);

  test("mutates only what earlier patches of the batch have copied", () => {
    const before = structuredClone(open.state);
    const after = reduce(count(1), count(2), count(3));
    expect(after.state).toEqual({ list: [{ n: 3 }, { n: 0 }] });
    expect(open.state).toEqual(before);
    // Unchanged items keep their identity.
    const itemOf = (state: unknown) => (state as { list: unknown[] }).list[1];
    expect(itemOf(after.state)).toBe(itemOf(open.state));
  });

  test("keeps the effect of patches before a failing one", () => {
    const broken = {
      type: "STATE_DELTA",
      delta: [
        { op: "replace", path: "/list/0/n", value: 9 },
        { op: "replace", path: "/nowhere", value: 9 },
      ],
    };
    expect(reduce(count(1), broken).state).toEqual({ list: [{ n: 1 }, { n: 0 }] });
    const move = {
      type: "STATE_DELTA",
      delta: [{ op: "move", from: "/list/0", path: "/no/where" }],
    };
    expect(reduce(count(1), move).state).toEqual({ list: [{ n: 1 }, { n: 0 }] });
  });

  test("changes one location when a value was copied to another", () => {
    const copy = { type: "STATE_DELTA", delta: [{ op: "copy", from: "/list/0", path: "/list/1" }] };
    expect(reduce(count(1), copy, count(2)).state).toEqual({
      list: [{ n: 2 }, { n: 1 }, { n: 0 }],
    });
    const copies = { type: "STATE_DELTA", delta: [...copy.delta, ...copy.delta] };
    expect(reduce(count(1), copies, count(2)).state).toEqual({
      list: [{ n: 2 }, { n: 1 }, { n: 1 }, { n: 0 }],
    });
  });

  test("leaves the edited state unchanged", () => {
    const thread = createThread<unknown>({ agent: manualAgent(), initialState: open.state });
    thread.setState((now: unknown) => ({ ...Object(now), mine: true }));
    const edited = reduceEvents({ ...thread.getSnapshot(), tracking: open.tracking }, [
      count(1),
      count(2),
    ] as never);
    expect(edited.visibleState).toEqual({ list: [{ n: 2 }, { n: 0 }], mine: true });
    expect(edited.state).toEqual({ list: [{ n: 2 }, { n: 0 }] });
  });
});

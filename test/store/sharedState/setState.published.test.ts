import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { stateSnapshot } from "../../support/runEvents.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const predicting: EventInput = {
  type: "CUSTOM",
  name: "PredictState",
  value: [{ state_key: "doc", tool: "write", tool_argument: "text" }],
};

/** Creates a thread with an active run whose last frame was published. */
async function publishedStates(state: Record<string, unknown>, ...events: readonly EventInput[]) {
  const agent = manualAgent();
  const thread = createThread<Record<string, unknown>>({ agent, initialState: state });
  const ended = thread.run();
  await agent.emit(started, ...events);
  await vi.waitFor(() => expect(thread.store.getState()).toBe(thread.getSnapshot()));
  const { visibleState } = thread.store.getState();
  return {
    agent,
    thread,
    visibleState,
    [Symbol.asyncDispose]: async () => {
      thread.stop();
      await ended;
    },
  };
}

describe("a state made of the published state", () => {
  test("keeps the agent's changes since the last frame", async () => {
    await using page = await publishedStates({}, stateSnapshot({ title: "a", steps: [] }));
    const { agent, thread, visibleState } = page;
    await agent.emit({
      type: "STATE_DELTA",
      delta: [
        { op: "add", path: "/steps/-", value: "cut" },
        { op: "add", path: "/done", value: 1 },
      ],
    });
    expect(thread.store.getState().visibleState).toBe(visibleState);
    thread.setState({ ...visibleState, title: "Mine" });
    expect(thread.getSnapshot()).toMatchObject({
      visibleState: { title: "Mine", steps: ["cut"], done: 1 },
      edits: [{ patch: [{ op: "replace", path: "/title", value: "Mine" }] }],
    });
    expect(thread.getSnapshot().edits[0]?.patch).toHaveLength(1);
  });

  test("does not include a prediction that has advanced since", async () => {
    await using page = await publishedStates(
      { doc: "old" },
      predicting,
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"text":"Once' },
    );
    const { agent, thread } = page;
    await vi.waitFor(() => expect(thread.store.getState().visibleState).toEqual({ doc: "Once" }));
    const { visibleState } = thread.store.getState();
    await agent.emit({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: " upon" });
    expect(thread.store.getState().visibleState).toBe(visibleState);
    thread.setState({ ...visibleState, title: "Mine" });
    await agent.emit(stateSnapshot({ doc: "Once upon a time" }));
    expect(thread.getSnapshot().visibleState).toEqual({ doc: "Once upon a time", title: "Mine" });
  });

  test("is set unchanged when nothing happened since", async () => {
    await using page = await publishedStates({}, stateSnapshot({ a: 1, b: 2 }));
    page.thread.setState({ b: 2 });
    expect(page.thread.getSnapshot().visibleState).toEqual({ b: 2 });
  });
});

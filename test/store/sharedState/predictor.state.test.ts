import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const predict: EventInput = {
  type: "CUSTOM",
  name: "PredictState",
  value: [{ state_key: "document", tool: "write", tool_argument: "text" }],
};
const start = (toolCallName = "write"): EventInput => ({
  type: "TOOL_CALL_START",
  toolCallId: "c1",
  toolCallName,
});
const args = (delta: string): EventInput => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta });

/** Creates a thread whose run has announced predictions. */
async function predicting(...announced: readonly EventInput[]) {
  const agent = manualAgent();
  const initialState: Record<string, unknown> = { document: "old", other: { n: 1 } };
  const thread = createThread({ agent, initialState });
  const ended = thread.run();
  await agent.emit(started, ...(announced.length > 0 ? announced : [predict]));
  const visible = () => thread.getSnapshot().visibleState;
  /** Waits until the prediction is published. */
  const shows = (document: unknown) =>
    vi.waitFor(() => expect(visible()).toMatchObject({ document }));
  return { agent, thread, ended, visible, shows };
}

describe("PredictState", () => {
  test("shows an argument under its state key only", async () => {
    const { agent, thread, shows, visible } = await predicting();
    await agent.emit(start(), args('{"text":"Once'));
    await shows("Once");
    await agent.emit(args(" upon a t"));
    expect(visible()).toEqual({ document: "Once upon a t", other: { n: 1 } });
    const snapshot = thread.getSnapshot();
    expect(snapshot.state).toEqual({ document: "old", other: { n: 1 } });
    expect(snapshot.visibleState.other).toBe(snapshot.state.other);
    thread.stop();
  });

  test("is published like streaming text", async () => {
    const { agent, thread, shows } = await predicting();
    await agent.emit(start(), args('{"text":"Once'));
    await shows("Once");
    await vi.waitFor(() =>
      expect(thread.store.getState().visibleState).toMatchObject({ document: "Once" }),
    );
    expect(thread.getSnapshot()).toBe(thread.getSnapshot());
    thread.stop();
  });

  test.each<[string, EventInput]>([
    ["a state", { type: "STATE_SNAPSHOT", snapshot: { document: "confirmed" } }],
    [
      "a change of the state",
      {
        type: "STATE_DELTA",
        delta: [
          { op: "replace", path: "/document", value: "confirmed" },
          { op: "remove", path: "/other" },
        ],
      },
    ],
  ])("yields to %s", async (_, event) => {
    const { agent, thread, shows, visible } = await predicting();
    await agent.emit(start(), args('{"text":"Once'));
    await shows("Once");
    await agent.emit(event);
    expect(visible()).toEqual({ document: "confirmed" });
    expect(visible()).toBe(thread.getSnapshot().state);
    thread.stop();
  });

  test("yields to a repeated state", async () => {
    const { agent, thread, shows, visible } = await predicting();
    await agent.emit(start(), args('{"text":"Once'));
    await shows("Once");
    await agent.emit({ type: "STATE_SNAPSHOT", snapshot: { document: "old", other: { n: 1 } } });
    expect(visible()).toBe(thread.getSnapshot().state);
    thread.stop();
  });

  test("ends with the run and is never sent", async () => {
    const { agent, thread, ended, shows, visible } = await predicting();
    await agent.emit(start(), args('{"text":"Once"}'), { type: "TOOL_CALL_END", toolCallId: "c1" });
    await shows("Once");
    await agent.emit(finished);
    await agent.finish();
    await ended;
    expect(visible()).toEqual({ document: "old", other: { n: 1 } });
    expect(thread.store.getState()).toBe(thread.getSnapshot());
    const next = thread.run();
    expect((await agent.started()).state).toEqual({ document: "old", other: { n: 1 } });
    await agent.finish();
    await next;
  });

  test("ends when the run is stopped", async () => {
    const { agent, thread, ended, shows, visible } = await predicting();
    await agent.emit(start(), args('{"text":"Once'));
    await shows("Once");
    thread.stop();
    await ended;
    expect(visible()).toEqual({ document: "old", other: { n: 1 } });
  });

  test("is not part of an edit by the user", async () => {
    const { agent, thread, shows } = await predicting();
    await agent.emit(start(), args('{"text":"Once'));
    await shows("Once");
    thread.setState((state) => ({ ...state, note: "mine" }));
    await agent.emit(finished);
    expect(thread.getSnapshot().visibleState).toEqual({
      document: "old",
      other: { n: 1 },
      note: "mine",
    });
    thread.stop();
  });

  test("shows all arguments when it names none", async () => {
    const { agent, thread, shows } = await predicting({
      ...predict,
      value: [{ state_key: "document", tool: "write" }],
    } as EventInput);
    await agent.emit(start(), args('{"text":"Once","n":[1'));
    await shows({ text: "Once", n: [1] });
    thread.stop();
  });

  test.each<[string, EventInput[]]>([
    ["another tool's arguments", [predict, start("read"), args('{"text":"Once"}')]],
    ["another argument", [predict, start(), args('{"title":"Once"}')]],
    ["arguments that are no object", [predict, start(), args('["Once"]')]],
    ["arguments that are no JSON", [predict, start(), args("Once")]],
    [
      "entries it cannot read",
      [
        {
          ...predict,
          value: [null, { tool: "write" }, { state_key: 1, tool: "write" }],
        } as EventInput,
        start(),
        args('{"text":"Once"}'),
      ],
    ],
  ])("does not show %s", async (_, events) => {
    const { agent, thread, shows, visible } = await predicting({
      ...predict,
      value: [{ state_key: "document", tool: "warmup" }],
    } as EventInput);
    // A visible prediction shows that parsing works.
    await agent.emit(
      { type: "TOOL_CALL_START", toolCallId: "c0", toolCallName: "warmup" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c0", delta: '{"ready":true}' },
    );
    await shows({ ready: true });
    await agent.emit({ type: "STATE_SNAPSHOT", snapshot: { document: "old" } }, ...events);
    expect(visible()).toEqual({ document: "old" });
    expect(thread.getSnapshot().run.status).toBe("streaming");
    thread.stop();
  });
});

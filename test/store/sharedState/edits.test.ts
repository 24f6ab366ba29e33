import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput, type Issue } from "../../../src/core.ts";
import {
  type ManualAgent,
  manualAgent,
  runError,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const snapshotOf = (snapshot: unknown): EventInput => ({ type: "STATE_SNAPSHOT", snapshot });

interface Recipe {
  readonly title: string;
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

const recipe: Recipe = { title: "Soup", items: [{ id: 1, name: "leek" }] };

/** A thread in the middle of a run. */
async function running(options: { readonly conflict?: "rebase" | "agent-wins" } = {}) {
  const agent = manualAgent();
  const thread = createThread<Recipe>({ agent, initialState: recipe, ...options });
  const ended = thread.run();
  await agent.emit(started);
  const end = async () => {
    await agent.emit(finished);
    await agent.finish();
    return ended;
  };
  return { agent, thread, end };
}

const addItem = (agent: ManualAgent, id: number, name: string) =>
  agent.emit({
    type: "STATE_DELTA",
    delta: [{ op: "add", path: "/items/0", value: { id, name } }],
  });

describe("an edit while a run streams", () => {
  test("is a patch on top of the confirmed state, and goes with the items it is about", async () => {
    const { agent, thread, end } = await running();
    thread.setState((now) => ({ ...now, items: [{ id: 1, name: "big leek" }] }));
    await addItem(agent, 2, "cream");
    expect(thread.getSnapshot()).toMatchObject({
      state: { items: [{ name: "cream" }, { name: "leek" }] },
      visibleState: { items: [{ name: "cream" }, { name: "big leek" }] },
      edits: [{ patch: [{ op: "replace", path: "/items/0/name", value: "big leek" }] }],
    });
    await end();
    // Nothing has carried it yet.
    expect(thread.getSnapshot().edits).toHaveLength(1);
    const next = thread.run();
    expect((await agent.started()).state).toMatchObject({ items: [{}, { name: "big leek" }] });
    await agent.emit(started);
    expect(thread.getSnapshot().edits).toEqual([]);
    await agent.finish();
    await next;
  });

  test("outlives a server that opens each run with an empty state", async () => {
    const { agent, thread, end } = await running();
    thread.setState((now) => ({ ...now, title: "Mine" }));
    await agent.emit(snapshotOf({}));
    expect(thread.getSnapshot().visibleState).toEqual({ ...recipe, title: "Mine" });
    await agent.emit(snapshotOf({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState).toEqual({ ...recipe, title: "Mine" });
    await end();
  });

  test("that fits no more is dropped, reported and visible", async () => {
    const { agent, thread, end } = await running();
    const issues: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => issues.push(issue) });
    thread.setState((now) => ({ ...now, items: [{ id: 1, name: "big leek" }] }));
    await agent.emit(snapshotOf({ title: "Cake", items: [] }));
    expect(thread.store.getState()).toMatchObject({
      visibleState: { title: "Cake", items: [] },
      edits: [],
      droppedEdits: [
        { reason: "gone", patch: [{ path: "/items/0", value: { name: "big leek" } }] },
      ],
    });
    expect(issues).toMatchObject([{ code: "edit-dropped", severity: "notice" }]);
    await thread.dismissDroppedEdits();
    expect(thread.store.getState().droppedEdits).toEqual([]);
    await end();
  });

  test("gives way to the agent where that is wanted, for all edits or for one", async () => {
    const { agent, thread, end } = await running({ conflict: "agent-wins" });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    await agent.emit(snapshotOf({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState.title).toBe("Theirs");
    thread.setState((now) => ({ ...now, title: "Mine" }), { conflict: "rebase" });
    await agent.emit(snapshotOf({ ...recipe, title: "Theirs again" }));
    expect(thread.getSnapshot().visibleState.title).toBe("Mine");
    expect(thread.getSnapshot().droppedEdits).toMatchObject([{ reason: "agent-wins" }]);
    await end();
  });

  test("does not fail a strict run when it is dropped", async () => {
    const agent = manualAgent();
    const thread = createThread<unknown>({ agent, strict: true, initialState: { a: 1 } });
    const ended = thread.run();
    await agent.emit(started);
    thread.setState({ a: 2 });
    await agent.emit(snapshotOf([]), finished);
    await agent.finish();
    expect((await ended).outcome).toBe("success");
    expect(thread.getSnapshot().droppedEdits).toHaveLength(1);
  });

  test("remembers the last twenty that were dropped", async () => {
    const { agent, thread, end } = await running();
    for (let n = 0; n < 25; n++) {
      await agent.emit(snapshotOf({ title: `${n}`, items: [{ id: n, name: "" }] }));
      thread.setState((now) => ({ ...now, items: [{ id: n, name: `${n}` }] }));
    }
    await agent.emit(snapshotOf({ items: [] }));
    expect(thread.getSnapshot().droppedEdits).toHaveLength(20);
    expect(thread.getSnapshot().droppedEdits.at(-1)?.patch[0]).toMatchObject({ value: { id: 24 } });
    await end();
  });
});

describe("an edit whose run never reached the agent", () => {
  test("is still to be sent", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    const ended = thread.run();
    await agent.fail(new Error("offline"));
    await ended;
    expect(thread.getSnapshot()).toMatchObject({
      state: { title: "Soup" },
      visibleState: { title: "Mine" },
      edits: [{}],
    });
    const next = thread.retry();
    expect((await agent.started()).state).toMatchObject({ title: "Mine" });
    await agent.emit(started, snapshotOf({ title: "Theirs", items: [] }));
    expect(thread.getSnapshot().visibleState.title).toBe("Theirs");
    await agent.finish();
    await next;
  });

  test("keeps what was edited before and after it started", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    const ended = thread.run();
    await agent.started();
    thread.setState((now) => ({ ...now, items: [] }));
    await agent.fail(new Error("offline"));
    await ended;
    expect(thread.getSnapshot().edits).toHaveLength(2);
    const next = thread.run();
    expect((await agent.started()).state).toEqual({ title: "Mine", items: [] });
    thread.stop();
    await next;
  });

  test("made while the input is made ready is carried by it", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({
      agent,
      initialState: recipe,
      forwardedProps: async () => ({}),
    });
    thread.setState((now) => ({ ...now, title: "Carried" }));
    const ended = thread.run();
    thread.setState((now) => ({ ...now, title: "Later" }));
    expect((await agent.started()).state).toMatchObject({ title: "Later" });
    expect(thread.getSnapshot().edits).toEqual([]);
    await agent.emit(started, snapshotOf({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState.title).toBe("Theirs");
    await agent.finish();
    await ended;

    const other = thread.run();
    thread.setState((now) => ({ ...now, title: "Never sent" }));
    await agent.started();
    await agent.fail(new Error("offline"));
    await other;
    expect(thread.getSnapshot()).toMatchObject({
      state: { title: "Theirs" },
      visibleState: { title: "Never sent" },
      edits: [{}],
    });
  });

  test("was not carried because the person filed something meanwhile", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    const ended = thread.run();
    await agent.started();
    await thread.annotate("thumbs_up", { messageId: "m1" });
    await agent.fail(new TypeError("offline"));
    await ended;
    expect(thread.getSnapshot()).toMatchObject({ edits: [{}], state: { title: "Soup" } });
  });

  test("was carried once the agent gave a sign of life, even of failure", async () => {
    const thread = createThread<Recipe>({
      agent: scriptedAgent([runStarted(), runError("overloaded")]),
      initialState: recipe,
    });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    await thread.run();
    expect(thread.getSnapshot()).toMatchObject({ edits: [], state: { title: "Mine" } });
  });
});

describe("an edit that runs the agent", () => {
  test("starts it with the edit", async () => {
    const agent = scriptedAgent(textRun("Fine"));
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }), { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.state).toMatchObject({ title: "Mine" });
  });

  test("waits for the run that goes on, and several make one run", async () => {
    const { agent, thread, end } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    thread.setState((now) => ({ ...now, title: "B" }), { run: true });
    await end();
    const { state } = await agent.started();
    expect(state).toMatchObject({ title: "B" });
    await agent.emit(started, finished);
    await agent.finish();
    await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    expect(agent.inputs).toHaveLength(2);
  });

  test("runs nothing any more on a thread that was disposed", async () => {
    const { agent, thread } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    thread.dispose();
    await vi.waitFor(() => expect(agent.signal?.aborted).toBe(true));
    expect(agent.inputs).toHaveLength(1);
  });
});

describe("an edit that runs the agent, when somebody", () => {
  test("stops the run it waits for, does not start another", async () => {
    const { agent, thread } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().edits).toHaveLength(1));
    thread.stop();
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
    // A queued message is sent by the same gate, so it would have gone out by now.
    await thread.undoEdit();
    expect(agent.inputs).toHaveLength(1);
  });

  test("is asked something, waits for the answer and cancels nothing", async () => {
    const interrupts = [{ id: "i1", reason: "approval" }];
    const agent = scriptedAgent(
      [runStarted(), runFinished({ outcome: { type: "interrupt", interrupts } })],
      textRun("Thanks"),
      textRun("Seen"),
    );
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    await thread.send("Hi");
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    await thread.undoEdit();
    expect(agent.inputs).toHaveLength(1);
    thread.setState((now) => ({ ...now, title: "B" }), { run: true });
    await thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs[1]).toMatchObject({
      resume: [{ status: "resolved" }],
      state: { title: "B" },
    });
  });

  test("fails once and not for every edit", async () => {
    const manual = manualAgent();
    const thread = createThread<Recipe>({ agent: manual, initialState: recipe });
    const ended = thread.run();
    await manual.emit(started);
    for (const title of ["a", "b", "c"]) {
      thread.setState((now) => ({ ...now, title }), { run: true });
    }
    await manual.emit(finished);
    await manual.finish();
    await ended;
    await manual.started();
    await manual.fail(new Error("offline"));
    await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("error"));
    await thread.discardEdits();
    expect(manual.inputs).toHaveLength(2);
  });
});

describe("an edit of what is predicted", () => {
  test("made of what was shown takes no prediction for real", async () => {
    const agent = manualAgent();
    const thread = createThread<Record<string, unknown>>({ agent, initialState: { doc: "" } });
    const ended = thread.run();
    await agent.emit(
      started,
      {
        type: "CUSTOM",
        name: "PredictState",
        value: [{ state_key: "doc", tool: "write", tool_argument: "text" }],
      },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"text":"half' },
    );
    await vi.waitFor(() => expect(thread.getSnapshot().visibleState).toEqual({ doc: "half" }));
    thread.setState({ ...thread.getSnapshot().visibleState, title: "mine" });
    const stored = JSON.parse(JSON.stringify(thread.getSnapshot()));
    await agent.emit(snapshotOf({ doc: "half and whole" }));
    expect(thread.getSnapshot().visibleState).toEqual({ doc: "half and whole", title: "mine" });
    await agent.emit(finished);
    await agent.finish();
    await ended;

    // And one that was stored meanwhile is not sent either.
    const again = manualAgent();
    const restored = createThread({ agent: again, snapshot: stored });
    expect(restored.getSnapshot()).toMatchObject({ predictedKeys: [] });
    const next = restored.run();
    expect((await again.started()).state).toEqual({ doc: "", title: "mine" });
    restored.stop();
    await next;
  });
});

describe("a run that is stopped while it makes ready", () => {
  test("carries nothing any more", async () => {
    const token = createDeferred<object>();
    const manual = manualAgent();
    const thread = createThread<Recipe>({
      agent: manual,
      initialState: recipe,
      forwardedProps: () => token.promise,
    });
    const ended = thread.run();
    thread.setState((now) => ({ ...now, title: "Mine" }));
    thread.stop();
    await ended;
    token.resolve({});
    await thread.dismissDroppedEdits();
    expect(thread.getSnapshot()).toMatchObject({
      state: { title: "Soup" },
      visibleState: { title: "Mine" },
      edits: [{}],
    });
    expect(manual.inputs).toEqual([]);
  });
});

test("a thread that is stored and continued keeps its edits", async () => {
  const { agent, thread, end } = await running();
  thread.setState((now) => ({ ...now, title: "Mine" }));
  await agent.emit(snapshotOf({ ...recipe, title: "Theirs" }));
  const stored = JSON.parse(JSON.stringify(thread.getSnapshot()));
  await end();
  const again = manualAgent();
  const restored = createThread<Recipe>({ agent: again, snapshot: stored });
  const ended = restored.run();
  await again.started();
  expect(again.inputs[0]?.state).toMatchObject({ title: "Mine" });
  restored.stop();
  await ended;
});

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

/** Creates a thread with an active run. */
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

describe("an edit during a run", () => {
  test("is a patch on top of the confirmed state, and follows the items it belongs to", async () => {
    const { agent, thread, end } = await running();
    thread.setState((now) => ({ ...now, items: [{ id: 1, name: "big leek" }] }));
    await addItem(agent, 2, "cream");
    expect(thread.getSnapshot()).toMatchObject({
      state: { items: [{ name: "cream" }, { name: "leek" }] },
      visibleState: { items: [{ name: "cream" }, { name: "big leek" }] },
      edits: [{ patch: [{ op: "replace", path: "/items/0/name", value: "big leek" }] }],
    });
    await end();
    // No run has sent the edit yet.
    expect(thread.getSnapshot().edits).toHaveLength(1);
    const next = thread.run();
    expect((await agent.started()).state).toMatchObject({ items: [{}, { name: "big leek" }] });
    await agent.emit(started);
    expect(thread.getSnapshot().edits).toEqual([]);
    await agent.finish();
    await next;
  });

  test("survives a server that opens each run with an empty state", async () => {
    const { agent, thread, end } = await running();
    thread.setState((now) => ({ ...now, title: "Mine" }));
    await agent.emit(snapshotOf({}));
    expect(thread.getSnapshot().visibleState).toEqual({ ...recipe, title: "Mine" });
    await agent.emit(snapshotOf({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState).toEqual({ ...recipe, title: "Mine" });
    await end();
  });

  test("is dropped, reported and listed when it no longer applies", async () => {
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

  test("yields to the agent when configured, for all edits or for one", async () => {
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

  test("lists the last twenty dropped edits", async () => {
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
  test("is still pending", async () => {
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

  test("keeps the edits before and after the start of the run", async () => {
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

  test("is sent when it is made while the input is prepared", async () => {
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

  test("stays pending when the user records an annotation meanwhile", async () => {
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

  test("counts as sent after any event of the agent, even an error", async () => {
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
  test("starts the run with the edit", async () => {
    const agent = scriptedAgent(textRun("Fine"));
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }), { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.state).toMatchObject({ title: "Mine" });
  });

  test("waits for the current run, and several edits start one run", async () => {
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

  test("runs nothing on a disposed thread", async () => {
    const { agent, thread } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    thread.dispose();
    await vi.waitFor(() => expect(agent.signal?.aborted).toBe(true));
    expect(agent.inputs).toHaveLength(1);
  });
});

describe("an edit that waits for a run", () => {
  test("starts no run when the user stops the current one", async () => {
    const { agent, thread } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().edits).toHaveLength(1));
    thread.stop();
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
    // A queued message would have been sent by now.
    await thread.undoEdit();
    expect(agent.inputs).toHaveLength(1);
  });

  test("waits for the answer and cancels nothing when the run asks the user", async () => {
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

  test("fails once, not per edit", async () => {
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

describe("an edit of a predicted state", () => {
  test("does not include the prediction", async () => {
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

    // A stored edit is not sent either.
    const again = manualAgent();
    const restored = createThread({ agent: again, snapshot: stored });
    expect(restored.getSnapshot()).toMatchObject({ predictedKeys: [] });
    const next = restored.run();
    expect((await again.started()).state).toEqual({ doc: "", title: "mine" });
    restored.stop();
    await next;
  });
});

describe("a run that is stopped while its input is prepared", () => {
  test("sends no edits", async () => {
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

test("keeps the edits of a stored thread", async () => {
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

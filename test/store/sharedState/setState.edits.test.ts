import { describe, expect, test, vi } from "vitest";
import { createThread, type Issue } from "../../../src/core.ts";
import { type ManualAgent, manualAgent } from "../../../src/testing.ts";
import { finished, started, stateSnapshot } from "../../support/runEvents.ts";
import { type Recipe, recipe, running } from "./recipeThread.ts";

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
    await agent.emit(stateSnapshot({}));
    expect(thread.getSnapshot().visibleState).toEqual({ ...recipe, title: "Mine" });
    await agent.emit(stateSnapshot({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState).toEqual({ ...recipe, title: "Mine" });
    await end();
  });

  test("is dropped, reported and listed when it no longer applies", async () => {
    const { agent, thread, end } = await running();
    const issues: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => issues.push(issue) });
    thread.setState((now) => ({ ...now, items: [{ id: 1, name: "big leek" }] }));
    await agent.emit(stateSnapshot({ title: "Cake", items: [] }));
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
    await agent.emit(stateSnapshot({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState.title).toBe("Theirs");
    thread.setState((now) => ({ ...now, title: "Mine" }), { conflict: "rebase" });
    await agent.emit(stateSnapshot({ ...recipe, title: "Theirs again" }));
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
    await agent.emit(stateSnapshot([]), finished);
    await agent.finish();
    expect((await ended).outcome).toBe("success");
    expect(thread.getSnapshot().droppedEdits).toHaveLength(1);
  });

  test("lists the last twenty dropped edits", async () => {
    const { agent, thread, end } = await running();
    for (let n = 0; n < 25; n++) {
      await agent.emit(stateSnapshot({ title: `${n}`, items: [{ id: n, name: "" }] }));
      thread.setState((now) => ({ ...now, items: [{ id: n, name: `${n}` }] }));
    }
    await agent.emit(stateSnapshot({ items: [] }));
    expect(thread.getSnapshot().droppedEdits).toHaveLength(20);
    expect(thread.getSnapshot().droppedEdits.at(-1)?.patch[0]).toMatchObject({ value: { id: 24 } });
    await end();
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
    await agent.emit(stateSnapshot({ doc: "half and whole" }));
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

test("keeps the edits of a stored thread", async () => {
  const { agent, thread, end } = await running();
  thread.setState((now) => ({ ...now, title: "Mine" }));
  await agent.emit(stateSnapshot({ ...recipe, title: "Theirs" }));
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

import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { stateSnapshot } from "../../support/runEvents.ts";

interface Recipe {
  readonly title: string;
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

const recipe: Recipe = { title: "Soup", items: [{ id: 1, name: "leek" }] };

describe("undo", () => {
  const thread = (agent = scriptedAgent(textRun("Hi"))) =>
    createThread<Recipe>({ agent, initialState: recipe });

  test("undoes one edit after the other, down to the agent's state", async () => {
    const one = thread();
    expect(one.canUndoEdit()).toBe(false);
    one.setState((now) => ({ ...now, title: "A" }));
    one.setState((now) => ({ ...now, title: "B" }));
    expect(await one.undoEdit()).toBe(true);
    expect(one.store.getState().visibleState.title).toBe("A");
    expect(await one.undoEdit()).toBe(true);
    expect(one.getSnapshot().visibleState).toBe(one.getSnapshot().state);
    expect(one.getSnapshot().edits).toEqual([]);
    expect(one.canUndoEdit()).toBe(false);
    expect(await one.undoEdit()).toBe(false);
  });

  test("undoes an edit after it was sent, and keeps the agent's changes", async () => {
    const agent = scriptedAgent([
      runStarted(),
      {
        type: "STATE_DELTA",
        delta: [{ op: "add", path: "/items/0", value: { id: 2, name: "x" } }],
      },
      runFinished(),
    ]);
    const one = thread(agent);
    one.setState((now) => ({ ...now, title: "A", items: [{ id: 1, name: "B" }] }));
    await one.run();
    expect(await one.undoEdit()).toBe(true);
    expect(one.getSnapshot().visibleState).toEqual({
      title: "Soup",
      items: [
        { id: 2, name: "x" },
        { id: 1, name: "leek" },
      ],
    });
    await one.run();
    expect(agent.inputs[1]?.state).toMatchObject({ title: "Soup" });
  });

  test("keeps what the agent has changed since", async () => {
    const one = thread(
      scriptedAgent([runStarted(), stateSnapshot({ ...recipe, title: "Agent" }), runFinished()]),
    );
    one.setState((now) => ({ ...now, title: "Mine" }));
    await one.run();
    expect(await one.undoEdit()).toBe(false);
    expect(one.getSnapshot().visibleState.title).toBe("Agent");
    expect(one.canUndoEdit()).toBe(false);
  });

  test("skips edits that the agent has overwritten, and reports when none is left", async () => {
    const one = createThread<{ a: number; b: number }>({
      agent: scriptedAgent([runStarted(), stateSnapshot({ a: 2, b: 9 }), runFinished()]),
      initialState: { a: 1, b: 1 },
    });
    one.setState((now) => ({ ...now, a: 2 }));
    one.setState((now) => ({ ...now, b: 2 }));
    await one.run();
    expect(one.canUndoEdit()).toBe(true);
    expect(await one.undoEdit()).toBe(true);
    expect(one.getSnapshot().visibleState).toEqual({ a: 1, b: 9 });
    expect(one.canUndoEdit()).toBe(false);
  });

  test("reports that nothing can be undone when all edits were overwritten", async () => {
    const one = thread(
      scriptedAgent([runStarted(), stateSnapshot({ ...recipe, title: "Agent" }), runFinished()]),
    );
    one.setState((now) => ({ ...now, title: "Mine" }));
    expect(one.canUndoEdit()).toBe(true);
    await one.run();
    expect(one.canUndoEdit()).toBe(false);
  });

  test("ignores an edit that changed nothing", () => {
    const one = thread();
    one.setState((now) => now);
    expect(one.canUndoEdit()).toBe(false);
  });

  test("reports when the edited part is gone", async () => {
    const one = thread(scriptedAgent([runStarted(), stateSnapshot({ items: [] }), runFinished()]));
    one.setState((now) => ({ ...now, items: [{ id: 1, name: "B" }] }));
    await one.run();
    expect(await one.undoEdit()).toBe(false);
    expect(one.getSnapshot().visibleState).toEqual({ items: [] });
  });

  test("keeps the last five hundred edits", async () => {
    const one = createThread<number>({ agent: scriptedAgent([]), initialState: 0 });
    for (let n = 1; n <= 550; n++) one.setState(n);
    while (await one.undoEdit());
    expect(one.getSnapshot().visibleState).toBe(50);
  });

  test("discards unsent edits", async () => {
    const one = thread();
    one.setState((now) => ({ ...now, title: "A" }));
    await one.discardEdits();
    expect(one.store.getState().visibleState).toBe(one.store.getState().state);
    expect(one.store.getState().edits).toEqual([]);
    expect(one.canUndoEdit()).toBe(false);
  });

  test("resets to the initial state by an edit that is sent", async () => {
    const agent = scriptedAgent([runStarted(), stateSnapshot({ title: "Cake" }), runFinished()]);
    const one = thread(agent);
    await one.run();
    one.resetState();
    expect(one.store.getState().visibleState).toBe(recipe);
    await one.run();
    expect(agent.inputs[1]?.state).toEqual(recipe);
    const bare = createThread({ agent: scriptedAgent([]) });
    bare.setState({ n: 1 });
    bare.resetState();
    expect(bare.getSnapshot().visibleState).toEqual({});
  });
});

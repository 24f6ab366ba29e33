import { expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";

/** Creates a thread with a clock, and a function that types into its state. */
function typist() {
  let at = 0;
  const thread = createThread({
    agent: scriptedAgent([]),
    now: () => at,
    initialState: { title: "Soup", note: "" },
  });
  /** Each text is the value of the field after another character. */
  const type = (key: "title" | "note", texts: readonly string[], pause = 200) => {
    for (const text of texts) {
      at += pause;
      thread.setState((now) => ({ ...now, [key]: text }));
    }
  };
  const undone = async () => {
    await thread.undoEdit();
    return thread.getSnapshot().visibleState;
  };
  return { thread, type, undone };
}

const letters = (from: string, added: string) =>
  [...added].map((_, at) => from + added.slice(0, at + 1));

test("undoes letters typed without a pause together", async () => {
  const { thread, type, undone } = typist();
  type("title", letters("Soup", " today"));
  expect(await undone()).toEqual({ title: "Soup", note: "" });
  expect(thread.canUndoEdit()).toBe(false);
});

test("starts another edit after a pause, in another field and with another text", async () => {
  const { type, undone } = typist();
  type("title", letters("Soup", "er"));
  type("title", letters("Souper", "b"), 1500);
  type("note", letters("", "hot"));
  type("note", ["Pasted all at once"]);
  expect(await undone()).toEqual({ title: "Souperb", note: "hot" });
  expect(await undone()).toEqual({ title: "Souperb", note: "" });
  expect(await undone()).toEqual({ title: "Souper", note: "" });
  expect(await undone()).toEqual({ title: "Soup", note: "" });
});

test("undoes deleted letters together, at the end and in the middle", async () => {
  const { type, undone } = typist();
  type("title", ["Sop", "Sp", "S", "Si", "Six"]);
  expect(await undone()).toEqual({ title: "Soup", note: "" });
});

test("undoes other values one by one, however fast they change", async () => {
  const thread = createThread({ agent: scriptedAgent([]), initialState: { servings: 2 } });
  for (const servings of [3, 4]) thread.setState({ servings });
  await thread.undoEdit();
  expect(thread.getSnapshot().visibleState).toEqual({ servings: 3 });
});

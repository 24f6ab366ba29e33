import { expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";

/** A thread with a clock, and what types into it at a pace. */
function typist() {
  let at = 0;
  const thread = createThread({
    agent: scriptedAgent([]),
    now: () => at,
    initialState: { title: "Soup", note: "" },
  });
  /** Each text is what the field holds after one more letter. */
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

test("letters typed without a pause are taken back together", async () => {
  const { thread, type, undone } = typist();
  type("title", letters("Soup", " today"));
  expect(await undone()).toEqual({ title: "Soup", note: "" });
  expect(thread.canUndoEdit()).toBe(false);
});

test("a pause, another place, and another text are edits of their own", async () => {
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

test("letters that are taken out are typed as well, at the end and in the middle", async () => {
  const { type, undone } = typist();
  type("title", ["Sop", "Sp", "S", "Si", "Six"]);
  expect(await undone()).toEqual({ title: "Soup", note: "" });
});

test("other values are one edit each, however fast they come", async () => {
  const thread = createThread({ agent: scriptedAgent([]), initialState: { servings: 2 } });
  for (const servings of [3, 4]) thread.setState({ servings });
  await thread.undoEdit();
  expect(thread.getSnapshot().visibleState).toEqual({ servings: 3 });
});

// @vitest-environment node
import { describe, expect, it } from "vitest";
import { scriptedExamples } from "../../../demo/examples/scriptedExamples.ts";
import { readRecipe } from "../../../demo/recipe.ts";
import { runInput } from "../../support/collect.ts";
import {
  type ExampleConversation,
  expectCanonical,
  playExample,
  startConversation,
} from "../exampleConversation.ts";

const freeTexts = ["xyzzy", "", "for ten", "¿Qué tal? 👋", "# not a heading | a | b |"];
const cases = scriptedExamples.flatMap(({ id, suggestions }) =>
  [...suggestions, ...freeTexts].map((text) => ({ id, text })),
);

describe("demo examples", () => {
  it.each(cases)(
    "$id: “$text” yields a stream that the AG-UI 1.0 reference accepts",
    async (one) => {
      const input = runInput({ messages: [{ id: "u1", role: "user", content: one.text }] });
      for (const attempt of [0, 1]) {
        const steps = playExample(one.id, input, attempt);
        if (steps === undefined) {
          expect(attempt, "only a first attempt is refused").toBe(0);
          continue;
        }
        await expectCanonical(steps);
      }
    },
  );

  // A thread sends no empty message.
  const sendable = cases.filter(({ text }) => text !== "");
  it.each(sendable)(
    "$id: “$text” runs without an issue in a strict thread",
    async ({ id, text }) => {
      const one = startConversation(id, { attempt: 1 });
      await one.send(text);
      const { issues } = one.thread.getSnapshot();
      expect(issues).toEqual([]);
      expect(one.lastAnswer()).toMatch(/./);
      for (const input of one.inputs) await expectCanonical(playExample(id, input, 1) ?? []);
    },
  );

  it.each(scriptedExamples)("$id: every suggestion has a distinct answer", async (example) => {
    const answers = await Promise.all(
      example.suggestions.map(async (text) => {
        const one = startConversation(example.id, { attempt: 1 });
        await one.send(text);
        const { messages } = one.thread.getSnapshot();
        return JSON.stringify(messages.map((message) => ({ ...message, id: "" })).slice(1));
      }),
    );
    expect(new Set(answers).size).toBe(example.suggestions.length);
  });
});

describe("recipe example", () => {
  const recipeOf = ({ thread }: ExampleConversation) => readRecipe(thread.getSnapshot().state);

  it("writes a recipe, scales it and makes it vegan in one conversation", async () => {
    const one = startConversation("state");
    for (const text of ["tomato soup", "make it for six", "and make it vegan"])
      await one.send(text);
    const recipe = recipeOf(one);
    expect(recipe).toMatchObject({ title: "Tomato soup", servings: 6, amountsFor: 6 });
    expect(recipe?.ingredients).toContainEqual(
      expect.objectContaining({ name: "ripe tomatoes", amount: "1800 g" }),
    );
    expect(recipe?.ingredients).toContainEqual(
      expect.objectContaining({ name: "olive oil", amount: "60 g" }),
    );
    expect(recipe?.instructions).toHaveLength(4);
  });

  it("reads the user's edits on the card", async () => {
    const one = startConversation("state");
    await one.send("tomato soup");
    const recipe = recipeOf(one);
    one.thread.setState({ recipe: { ...recipe, title: "Grandmother’s soup", servings: 4 } });
    await one.send("what is on the card?");
    expect(recipeOf(one)).toMatchObject({ title: "Grandmother’s soup", amountsFor: 4 });
    expect(one.lastAnswer()).toContain("changed the servings to 4");
    await one.send("read it back");
    expect(one.lastAnswer()).toContain("**Grandmother’s soup**, for 4");
  });

  it("treats a state without a recipe as an empty card", async () => {
    for (const state of [null, 3, "soup", [], { recipe: { title: 1 } }]) {
      const one = startConversation("state", { state });
      await one.send("what is on the card?");
      expect(one.lastAnswer()).toContain("empty");
    }
  });
});

describe("reasoning example", () => {
  it.each([
    ["Is 2 prime?", "**2** is prime"],
    ["Is 2027 a prime number?", "**2027** is prime"],
    ["and 1,000,003?", "**1000003** is prime"],
    ["Is 999999 a prime number?", "**999999 = 3 × 333333**"],
    ["Is 1 prime?", "too small"],
  ])("answers “%s” with %s", async (question, answer) => {
    const one = startConversation("reasoning");
    await one.send(question);
    const { messages } = one.thread.getSnapshot();
    expect(messages.map(({ role }) => role)).toEqual(["user", "reasoning", "assistant"]);
    expect(one.lastAnswer()).toContain(answer);
  });
});

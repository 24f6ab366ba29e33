// @vitest-environment node
import { type BaseEvent, enforceEvents, verifyEvents } from "@ag-ui/client";
import { from, lastValueFrom, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { readRecipe } from "../../demo/recipe.ts";
import { scriptedScenes } from "../../demo/scenes.ts";
import { ConnectionCut, readConversation } from "../../demo/server/scene.ts";
import { scenes } from "../../demo/server/scenes/index.ts";
import { createThread, type RunAgentInput, type Thread } from "../../src/core.ts";
import { type ScriptStep, scriptedAgent } from "../../src/testing.ts";
import { collect, runInput } from "../support/collect.ts";

const freeTexts = ["xyzzy", "", "for ten", "¿Qué tal? 👋", "# not a heading | a | b |"];
const cases = scriptedScenes.flatMap(({ id, suggestions }) =>
  [...suggestions, ...freeTexts].map((text) => ({ id, text })),
);

describe("the scenes of the demo", () => {
  it.each(cases)("$id: “$text” is a valid AG-UI 1.0 stream to the reference", async (one) => {
    for (const attempt of [0, 1]) {
      const steps = play(one.id, inputOf(one.text), attempt);
      if (steps === undefined) {
        expect(attempt, "only a first attempt is refused").toBe(0);
        continue;
      }
      const { events, error } = await collect(scriptedAgent(steps));
      if (error !== undefined) expect(error).toBeInstanceOf(ConnectionCut);
      // What the reference would leave out or complain of makes this differ or reject.
      const stream = from(events as BaseEvent[]).pipe(enforceEvents(), verifyEvents(), toArray());
      expect(await lastValueFrom(stream)).toEqual(events);
    }
  });

  it.each(cases)("$id: “$text” runs without an issue in a strict thread", async ({ id, text }) => {
    const { messages, issues } = (await talk(id, [text], { attempt: 1 })).getSnapshot();
    expect(issues).toEqual([]);
    expect(messages.at(-1)).toMatchObject({
      role: "assistant",
      content: expect.stringMatching(/./),
    });
  });

  it.each(scriptedScenes)("$id: every suggestion has an answer of its own", async (scene) => {
    const answers = await Promise.all(
      scene.suggestions.map(async (text) => {
        const { messages } = (await talk(scene.id, [text], { attempt: 1 })).getSnapshot();
        return messages.at(-1)?.content;
      }),
    );
    expect(new Set(answers).size).toBe(scene.suggestions.length);
  });
});

describe("the cook", () => {
  const recipeOf = (thread: Thread) => readRecipe(thread.getSnapshot().state);

  it("writes a recipe, scales it and makes it vegan in one conversation", async () => {
    const thread = await talk("state", ["tomato soup", "make it for six", "and make it vegan"]);
    const recipe = recipeOf(thread);
    expect(recipe).toMatchObject({ title: "Tomato soup", servings: 6, amountsFor: 6 });
    expect(recipe?.ingredients).toContainEqual({ name: "ripe tomatoes", amount: 1800, unit: "g" });
    expect(recipe?.ingredients).toContainEqual({ name: "olive oil", amount: 60, unit: "g" });
    expect(recipe?.steps).toHaveLength(4);
  });

  it("sees what the person changed on the card", async () => {
    const thread = await talk("state", ["tomato soup"]);
    const recipe = recipeOf(thread);
    thread.setState({ recipe: { ...recipe, title: "Grandmother’s soup", servings: 4 } });
    await thread.send("what is on the card?");
    expect(recipeOf(thread)).toMatchObject({ title: "Grandmother’s soup", amountsFor: 4 });
    expect(thread.getSnapshot().messages.at(-1)?.content).toContain("changed the servings to 4");
    await thread.send("read it back");
    expect(thread.getSnapshot().messages.at(-1)?.content).toContain(
      "**Grandmother’s soup**, for 4",
    );
  });

  it("survives a state that is no recipe", async () => {
    for (const state of [null, 3, "soup", [], { recipe: { title: 1 } }]) {
      const thread = await talk("state", ["what is on the card?"], { state });
      expect(thread.getSnapshot().messages.at(-1)?.content).toContain("empty");
    }
  });
});

describe("the thinker", () => {
  it.each([
    ["Is 2 prime?", "**2** is prime"],
    ["Is 2027 a prime number?", "**2027** is prime"],
    ["and 1,000,003?", "**1000003** is prime"],
    ["Is 999999 a prime number?", "**999999 = 3 × 333333**"],
    ["Is 1 prime?", "too small"],
  ])("answers “%s” with %s", async (question, answer) => {
    const { messages } = (await talk("reasoning", [question])).getSnapshot();
    expect(messages.map(({ role }) => role)).toEqual(["user", "reasoning", "assistant"]);
    expect(messages.at(-1)?.content).toContain(answer);
  });
});

function inputOf(text: string): RunAgentInput {
  return runInput({ messages: [{ id: "u1", role: "user", content: text }] });
}

/** The steps of a scene without its pauses; nothing when it refuses. */
function play(
  id: string,
  input: RunAgentInput,
  attempt: number,
): readonly ScriptStep[] | undefined {
  const { question, turn } = readConversation(input);
  const origin = "http://localhost:5173";
  const steps = scenes.get(id)?.({ input, question, turn, attempt, origin });
  if (steps === undefined) throw new Error(`There is no scene "${id}".`);
  if ("error" in steps) return undefined;
  return steps.filter((step) => !(typeof step === "object" && "delayMs" in step));
}

/** A strict conversation with a scene, without HTTP. */
async function talk(
  id: string,
  texts: readonly string[],
  { attempt = 0, state }: { readonly attempt?: number; readonly state?: unknown } = {},
): Promise<Thread> {
  const agent = scriptedAgent((input) => play(id, input, attempt));
  const thread = createThread({
    agent,
    strict: true,
    ...(state !== undefined && { initialState: state }),
  });
  for (const text of texts) {
    const { outcome, error } = await thread.send(text);
    if (outcome !== "success") throw error ?? new Error(`The run ended with ${outcome}.`);
  }
  return thread;
}

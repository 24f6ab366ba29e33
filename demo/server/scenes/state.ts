import type { JsonPatchOperation } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { type Recipe, readRecipe } from "../../recipe.ts";
import { run } from "../run.ts";
import type { Scene } from "../scene.ts";
import { say } from "../write.ts";
import { cookbook, veganInstead } from "./recipes.ts";

/** Writes a recipe into the state it shares with the page, and reads what the person changed there. */
export const stateScene: Scene = ({ input, question }) => {
  const recipe = readRecipe(input.state);
  const answer = (text: string) => say(`${input.runId}-answer`, text);
  const wanted = cookbook.find(([words]) => words.test(question))?.[1];

  if (wanted && wanted.title !== recipe?.title && !/card|vegan/i.test(question)) {
    return run(input, [
      ...answer("I am writing it on the card."),
      ...writeDown(wanted),
      ...say(
        `${input.runId}-done`,
        `There it is: **${wanted.title}** for ${wanted.servings}. Change the servings or the title on the card, and I will see it with your next message.`,
      ),
    ]);
  }
  if (!recipe) {
    return run(
      input,
      answer(
        `The card is still empty, so there is nothing to do about “${question}”. Ask me for *tomato soup*, *pancakes* or a *lentil curry*.`,
      ),
    );
  }
  const servings = servingsIn(question) ?? recipe.servings;
  if (servings !== recipe.amountsFor) {
    const changed =
      servings === recipe.servings
        ? `You changed the servings to ${servings} on the card`
        : `For ${servings} people, then`;
    return run(input, [
      ...scale(recipe, servings),
      ...answer(
        `${changed}, so I took every amount of **${recipe.title}** times ${round(servings / recipe.amountsFor)}.`,
      ),
    ]);
  }
  if (/vegan/i.test(question))
    return run(input, [...makeVegan(recipe), ...answer(veganAnswer(recipe))]);
  return run(input, answer(readBack(recipe, question)));
};

/** The empty card at once, then line by line. */
function writeDown(recipe: Recipe): ScriptStep[] {
  return [
    { type: "STATE_SNAPSHOT", snapshot: { recipe: { ...recipe, ingredients: [], steps: [] } } },
    ...recipe.ingredients.flatMap((value) => change("add", "/recipe/ingredients/-", value)),
    ...recipe.steps.flatMap((value) => change("add", "/recipe/steps/-", value)),
  ];
}

function scale(recipe: Recipe, servings: number): ScriptStep[] {
  return [
    ...change("replace", "/recipe/servings", servings),
    ...recipe.ingredients.flatMap(({ amount }, index) =>
      change(
        "replace",
        `/recipe/ingredients/${index}/amount`,
        round((amount * servings) / recipe.amountsFor),
      ),
    ),
    // Another key may be missing from a state that somebody else wrote; `add` sets it either way.
    ...change("add", "/recipe/amountsFor", servings),
  ];
}

function makeVegan({ ingredients }: Recipe): ScriptStep[] {
  return ingredients.flatMap(({ name }, index) => {
    const instead = veganInstead[name];
    return instead ? change("replace", `/recipe/ingredients/${index}/name`, instead) : [];
  });
}

function change(op: "add" | "replace", path: string, value: unknown): ScriptStep[] {
  const operation: JsonPatchOperation = { op, path, value };
  return [{ type: "STATE_DELTA", delta: [operation] }, { delayMs: 220 }];
}

function veganAnswer({ title, ingredients }: Recipe): string {
  const swaps = ingredients.flatMap(({ name }) =>
    veganInstead[name] ? [`- ${name} → ${veganInstead[name]}`] : [],
  );
  if (swaps.length === 0) return `**${title}** is vegan already.`;
  return `**${title}** is vegan now:\n\n${swaps.join("\n")}`;
}

function readBack({ title, servings, ingredients, steps }: Recipe, question: string): string {
  const lead = /card|read|what/i.test(question)
    ? "This is what the card says"
    : `I can only cook, so about “${question}” I know nothing. What I do know is the card`;
  return `${lead}: **${title}**, for ${servings}, with ${ingredients.length} ingredients and ${steps.length} steps.`;
}

const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function servingsIn(question: string): number | undefined {
  const word = /\bfor (\w+)/i.exec(question)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const number = numbers.indexOf(word) + 1 || Number(word);
  return number >= 1 && number <= 100 ? Math.round(number) : undefined;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

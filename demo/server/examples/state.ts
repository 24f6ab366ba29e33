import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { type Recipe, readRecipe } from "../../recipe.ts";
import { removeIngredient, retitle, sortIngredients } from "../content/recipeConflicts.ts";
import {
  cookbook,
  lentilCurry,
  pancakes,
  veganInstead,
  type WrittenRecipe,
} from "../content/recipes.ts";
import { change, layOut, round, scale, writeDown } from "../content/writeRecipe.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

/** Writes a recipe into the shared state and reads the user's edits. */
export const stateExample: ExampleScript = ({ input, question }) => {
  const recipe = readRecipe(input.state);
  // The card starts a run without a message when only the state is new.
  const isNudge = input.messages.at(-1)?.role !== "user";
  return run(input, isNudge ? lookAgain(input, recipe) : reply(input, question, recipe));
};

function reply(
  input: RunAgentInput,
  question: string,
  recipe: Recipe | undefined,
): readonly ScriptStep[] {
  const answer = (text: string) => streamText(`${input.runId}-answer`, text);
  if (/title/i.test(question)) return withCard(recipe, pancakes, () => retitle(input));
  if (/take away|remove/i.test(question)) {
    return withCard(recipe, pancakes, (card) => removeIngredient(input, card));
  }
  if (/order|sort/i.test(question))
    return withCard(recipe, lentilCurry, (card) => sortIngredients(input, card));

  const wanted = cookbook.find(([words]) => words.test(question))?.[1];
  if (wanted && wanted.title !== recipe?.title && !/card|vegan/i.test(question)) {
    return [
      ...answer("I am writing it on the card. You can write on it, too, while I do."),
      ...writeDown(wanted),
      ...streamText(
        `${input.runId}-done`,
        `There it is: **${wanted.title}** for ${wanted.servings}. Whatever you change on the card I will see with your next message.`,
      ),
    ];
  }
  if (!recipe) {
    return answer(
      `The card is still empty, so there is nothing to do about “${escapeMarkdown(question)}”. Ask me for *tomato soup*, *pancakes* or a *lentil curry*.`,
    );
  }
  const requestedServings = servingsIn(question);
  if (requestedServings !== undefined || isOutOfScale(recipe))
    return rescale(input, recipe, requestedServings);
  if (/vegan/i.test(question)) return [...makeVegan(recipe), ...answer(veganAnswer(recipe))];
  return answer(readBack(recipe, question));
}

/** Continues with the existing card, or with a new one. */
function withCard(
  recipe: Recipe | undefined,
  otherwise: WrittenRecipe,
  act: (recipe: Recipe) => readonly ScriptStep[],
): readonly ScriptStep[] {
  const card = recipe ?? readRecipe({ recipe: otherwise });
  if (!card) return [];
  return [...(recipe ? [] : [layOut(otherwise)]), ...act(card)];
}

/** Describes a card that was sent without a message. */
function lookAgain(input: RunAgentInput, recipe: Recipe | undefined): readonly ScriptStep[] {
  if (!recipe) return streamText(`${input.runId}-answer`, "I see an empty card.");
  if (isOutOfScale(recipe)) return rescale(input, recipe, undefined);
  return streamText(`${input.runId}-answer`, `Thank you, I have it: ${inShort(recipe)}.`);
}

function isOutOfScale({ servings, amountsFor }: Recipe): boolean {
  return servings !== undefined && amountsFor !== undefined && servings !== amountsFor;
}

function rescale(
  input: RunAgentInput,
  recipe: Recipe,
  requestedServings: number | undefined,
): readonly ScriptStep[] {
  const servings = requestedServings ?? recipe.servings ?? 1;
  const { amountsFor = servings, title } = recipe;
  const changed =
    servings === recipe.servings && servings !== amountsFor
      ? `You changed the servings to ${servings} on the card`
      : `For ${servings} people, then`;
  return [
    ...scale(recipe, servings),
    ...streamText(
      `${input.runId}-answer`,
      `${changed}, so I took every amount of **${escapeMarkdown(title)}** times ${round(servings / amountsFor)}.`,
    ),
  ];
}

function makeVegan({ ingredients }: Recipe): ScriptStep[] {
  return ingredients.flatMap(({ name }, index) => {
    const instead = veganInstead[name];
    return instead ? change("replace", `/recipe/ingredients/${index}/name`, instead) : [];
  });
}

function veganAnswer({ title, ingredients }: Recipe): string {
  const swaps = ingredients.flatMap(({ name }) =>
    veganInstead[name] ? [`- ${name} → ${veganInstead[name]}`] : [],
  );
  if (swaps.length === 0) return `**${escapeMarkdown(title)}** is vegan already.`;
  return `**${escapeMarkdown(title)}** is vegan now:\n\n${swaps.join("\n")}`;
}

function readBack(recipe: Recipe, question: string): string {
  const lead = /card|read|what/i.test(question)
    ? "This is what the card says"
    : `I can only cook, so about “${escapeMarkdown(question)}” I know nothing. What I do know is the card`;
  return `${lead}: ${inShort(recipe)}.`;
}

function inShort({ title, servings, ingredients, instructions }: Recipe): string {
  const ready = ingredients.filter(({ isReady }) => isReady).length;
  const atHome = ready > 0 ? ` (${ready} of them at home)` : "";
  const people = servings === undefined ? "" : `, for ${servings}`;
  return `**${escapeMarkdown(title)}**${people}, with ${ingredients.length} ingredients${atHome} and ${instructions.length} steps`;
}

const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function servingsIn(question: string): number | undefined {
  const word = /\bfor (\w+)/i.exec(question)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const number = numbers.indexOf(word) + 1 || Number(word);
  return number >= 1 && number <= 100 ? Math.round(number) : undefined;
}

import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import type { Ingredient, Recipe } from "../../recipe.ts";
import { streamText } from "../streamSteps.ts";
import { change } from "./writeRecipe.ts";

const titles = [
  "The",
  "The best",
  "The best there is",
  "The best there is, and quick",
  "The best there is, and quick as well",
];

/** Writes a title at typing speed, so that the agent and the user edit it at the same time. */
export function retitle({ runId }: RunAgentInput): ScriptStep[] {
  return [
    ...streamText(
      `${runId}-lead`,
      "I am looking for a better title. Type one of your own meanwhile.",
    ),
    { delayMs: 1_500 },
    ...titles.flatMap((title) => change("replace", "/recipe/title", title, 1_300)),
    ...streamText(
      `${runId}-answer`,
      `For me it is **${titles.at(-1)}** now. If you typed a title, yours stays on the card: I will see it with your next message.`,
    ),
  ];
}

/** Removes the ingredient that the user was asked to edit, after a pause for the edit. */
export function removeIngredient({ runId }: RunAgentInput, { ingredients }: Recipe): ScriptStep[] {
  const index = ingredients.findIndex(({ name }) => name === "butter");
  const at = index === -1 ? ingredients.length - 1 : index;
  const ingredient = ingredients[at];
  if (!ingredient)
    return streamText(`${runId}-answer`, "There is no ingredient left to take away.");
  return [
    ...streamText(
      `${runId}-lead`,
      `Change the **${ingredient.name}** on the card, its name for instance. In a few seconds I take it away.`,
    ),
    { delayMs: 7_000 },
    { type: "STATE_DELTA", delta: [{ op: "remove", path: `/recipe/ingredients/${at}` }] },
    { delayMs: 300 },
    ...streamText(
      `${runId}-answer`,
      `The ${ingredient.name} is gone. A change to what is not there cannot be kept, and the card says so.`,
    ),
  ];
}

/** Sorts the ingredients by single moves, along with the one that the user edits. */
export function sortIngredients({ runId }: RunAgentInput, { ingredients }: Recipe): ScriptStep[] {
  const sorted = ingredients.toSorted((a, b) => a.name.localeCompare(b.name));
  const order = [...ingredients];
  return [
    ...streamText(`${runId}-lead`, "From A to Z, then. Go on editing; your line moves with you."),
    { delayMs: 1_200 },
    ...sorted.flatMap((ingredient, to) => move(order, ingredient, to)),
    ...streamText(
      `${runId}-answer`,
      `The ${ingredients.length} ingredients are in order, from *${sorted[0]?.name}* to *${sorted.at(-1)?.name}*.`,
    ),
  ];
}

function move(order: Ingredient[], ingredient: Ingredient, to: number): ScriptStep[] {
  const from = order.indexOf(ingredient);
  if (from === to) return [];
  order.splice(from, 1);
  order.splice(to, 0, ingredient);
  return [
    {
      type: "STATE_DELTA",
      delta: [
        { op: "move", from: `/recipe/ingredients/${from}`, path: `/recipe/ingredients/${to}` },
      ],
    },
    { delayMs: 700 },
  ];
}

import type { JsonPatchOperation } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import type { Recipe } from "../../recipe.ts";
import type { WrittenRecipe } from "./recipes.ts";

/** The empty card at once, then line by line. */
export function writeDown(recipe: WrittenRecipe): ScriptStep[] {
  return [
    layOut({ ...recipe, ingredients: [], instructions: [] }),
    ...recipe.ingredients.flatMap((value) => change("add", "/recipe/ingredients/-", value)),
    ...recipe.instructions.flatMap((value) => change("add", "/recipe/instructions/-", value)),
  ];
}

/** A whole card at once. */
export function layOut(recipe: WrittenRecipe): ScriptStep {
  return { type: "STATE_SNAPSHOT", snapshot: { recipe } };
}

/** Makes every amount one for more people, or fewer. */
export function scale({ ingredients, amountsFor }: Recipe, servings: number): ScriptStep[] {
  const factor = servings / (amountsFor ?? servings);
  return [
    ...change("add", "/recipe/servings", servings),
    ...ingredients.flatMap(({ amount }, index) =>
      change("add", `/recipe/ingredients/${index}/amount`, multiply(amount, factor)),
    ),
    // Another key may be missing from a state that somebody else wrote; `add` sets it either way.
    ...change("add", "/recipe/amountsFor", servings),
  ];
}

/** Changes the state and takes a breath, so that one can watch. */
export function change(
  op: "add" | "replace",
  path: string,
  value: unknown,
  delayMs = 220,
): ScriptStep[] {
  const operation: JsonPatchOperation = { op, path, value };
  return [{ type: "STATE_DELTA", delta: [operation] }, { delayMs }];
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `600 g` times two is `1200 g`; what begins with no number stays as it is. */
function multiply(amount: string, factor: number): string {
  return amount.replace(/^\d+(?:\.\d+)?/, (number) => String(round(Number(number) * factor)));
}

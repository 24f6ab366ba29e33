import type { JsonPatchOperation } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import type { Recipe } from "../../recipe.ts";
import type { WrittenRecipe } from "./recipes.ts";

/** Writes an empty card first and fills it line by line. */
export function writeDown(recipe: WrittenRecipe): ScriptStep[] {
  return [
    layOut({ ...recipe, ingredients: [], instructions: [] }),
    ...recipe.ingredients.flatMap((value) => change("add", "/recipe/ingredients/-", value)),
    ...recipe.instructions.flatMap((value) => change("add", "/recipe/instructions/-", value)),
  ];
}

/** Writes a whole card at once. */
export function layOut(recipe: WrittenRecipe): ScriptStep {
  return { type: "STATE_SNAPSHOT", snapshot: { recipe } };
}

/** Scales every amount to a number of servings. */
export function scale({ ingredients, amountsFor }: Recipe, servings: number): ScriptStep[] {
  const factor = servings / (amountsFor ?? servings);
  return [
    ...change("add", "/recipe/servings", servings),
    ...ingredients.flatMap(({ amount }, index) =>
      change("add", `/recipe/ingredients/${index}/amount`, multiply(amount, factor)),
    ),
    // `add` also sets a key that is missing from a state written elsewhere.
    ...change("add", "/recipe/amountsFor", servings),
  ];
}

/** Changes the state and pauses, so that the change is visible. */
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

/** Multiplies a leading number (`600 g` times two is `1200 g`); other amounts are unchanged. */
function multiply(amount: string, factor: number): string {
  return amount.replace(/^\d+(?:\.\d+)?/, (number) => String(round(Number(number) * factor)));
}

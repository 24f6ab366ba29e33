import { readField } from "./readField.ts";

/** Recipe as the card shows it; any field may be missing while the agent writes. */
export interface Recipe {
  readonly title: string;
  /** Number of people to feed, which the user may change. */
  readonly servings: number | undefined;
  /** Number of people that the amounts are for, which the agent maintains. */
  readonly amountsFor: number | undefined;
  readonly ingredients: readonly Ingredient[];
  readonly instructions: readonly string[];
}

export interface Ingredient {
  /** Identity for both sides, independent of the position in the list; some agents omit the id. */
  readonly id: string | undefined;
  readonly icon: string;
  readonly name: string;
  /** Amount with its unit, such as `600 g`. */
  readonly amount: string;
  /** True when the user has the ingredient at home. */
  readonly isReady: boolean;
}

/** Reads the recipe from an untrusted state; undefined without one. */
export function readRecipe(state: unknown): Recipe | undefined {
  const recipe = readField(state, "recipe");
  const title = readField(recipe, "title");
  const ingredients = readField(recipe, "ingredients");
  if (typeof title !== "string" && !Array.isArray(ingredients)) return undefined;
  const servings = readField(recipe, "servings");
  const amountsFor = readField(recipe, "amountsFor");
  return {
    title: textOf(title),
    servings: typeof servings === "number" ? servings : undefined,
    amountsFor: typeof amountsFor === "number" ? amountsFor : undefined,
    ingredients: listOf(ingredients).map(readIngredient),
    instructions: listOf(readField(recipe, "instructions")).map(textOf),
  };
}

function readIngredient(value: unknown): Ingredient {
  const id = readField(value, "id");
  return {
    id: typeof id === "string" ? id : undefined,
    icon: textOf(readField(value, "icon")),
    name: textOf(readField(value, "name")),
    amount: textOf(readField(value, "amount")),
    isReady: readField(value, "isReady") === true,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

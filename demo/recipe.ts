import { fieldOf } from "./fieldOf.ts";

/** A recipe as the card shows it; all of it may be missing while it is being written. */
export interface Recipe {
  readonly title: string;
  /** How many people it should feed: the person may change it. */
  readonly servings: number | undefined;
  /** How many people the amounts are for: the agent keeps it. */
  readonly amountsFor: number | undefined;
  readonly ingredients: readonly Ingredient[];
  readonly instructions: readonly string[];
}

export interface Ingredient {
  /** By which both sides know it, wherever in the list it stands; some agents give none. */
  readonly id: string | undefined;
  readonly icon: string;
  readonly name: string;
  /** With its unit, as `600 g`. */
  readonly amount: string;
  /** Whether the person has it at home. */
  readonly isReady: boolean;
}

/** Reads the recipe out of a state that came from elsewhere, as far as there is one. */
export function readRecipe(state: unknown): Recipe | undefined {
  const recipe = fieldOf(state, "recipe");
  const title = fieldOf(recipe, "title");
  const ingredients = fieldOf(recipe, "ingredients");
  if (typeof title !== "string" && !Array.isArray(ingredients)) return undefined;
  const servings = fieldOf(recipe, "servings");
  const amountsFor = fieldOf(recipe, "amountsFor");
  return {
    title: textOf(title),
    servings: typeof servings === "number" ? servings : undefined,
    amountsFor: typeof amountsFor === "number" ? amountsFor : undefined,
    ingredients: listOf(ingredients).map(readIngredient),
    instructions: listOf(fieldOf(recipe, "instructions")).map(textOf),
  };
}

function readIngredient(value: unknown): Ingredient {
  const id = fieldOf(value, "id");
  return {
    id: typeof id === "string" ? id : undefined,
    icon: textOf(fieldOf(value, "icon")),
    name: textOf(fieldOf(value, "name")),
    amount: textOf(fieldOf(value, "amount")),
    isReady: fieldOf(value, "isReady") === true,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

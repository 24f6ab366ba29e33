import { fieldOf } from "./fieldOf.ts";

/** The state that the page and the agent share in the scene "Shared state". */
export interface RecipeState {
  readonly recipe?: Recipe;
}

export interface Recipe {
  readonly title: string;
  /** How many people it should feed: the person may change it. */
  readonly servings: number;
  /** How many people the amounts are for: the agent keeps it. */
  readonly amountsFor: number;
  readonly ingredients: readonly Ingredient[];
  readonly steps: readonly string[];
}

export interface Ingredient {
  readonly name: string;
  readonly amount: number;
  /** `"g"`, `"ml"`, or empty for things that are counted. */
  readonly unit: string;
}

/** Reads the recipe out of a state that came from elsewhere, or nothing. */
export function readRecipe(state: unknown): Recipe | undefined {
  const recipe = fieldOf(state, "recipe");
  const title = fieldOf(recipe, "title");
  const servings = fieldOf(recipe, "servings");
  const amountsFor = fieldOf(recipe, "amountsFor");
  const ingredients = fieldOf(recipe, "ingredients");
  const steps = fieldOf(recipe, "steps");
  if (typeof title !== "string" || typeof servings !== "number") return undefined;
  if (!Array.isArray(ingredients) || !Array.isArray(steps)) return undefined;
  return {
    title,
    servings,
    amountsFor: typeof amountsFor === "number" ? amountsFor : servings,
    ingredients: ingredients.flatMap((value: unknown) => readIngredient(value) ?? []),
    steps: steps.filter((step: unknown) => typeof step === "string"),
  };
}

function readIngredient(value: unknown): Ingredient | undefined {
  const name = fieldOf(value, "name");
  const amount = fieldOf(value, "amount");
  const unit = fieldOf(value, "unit");
  if (typeof name !== "string" || typeof amount !== "number") return undefined;
  return { name, amount, unit: typeof unit === "string" ? unit : "" };
}

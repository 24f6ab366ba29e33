/** Recipe in the agent's format. */
export interface WrittenRecipe {
  readonly title: string;
  readonly servings: number;
  readonly amountsFor: number;
  readonly ingredients: readonly WrittenIngredient[];
  readonly instructions: readonly string[];
}

export interface WrittenIngredient {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
}

const ingredients = (...lines: readonly (readonly [amount: string, name: string])[]) =>
  lines.map(
    ([amount, name]): WrittenIngredient => ({ id: name.replaceAll(" ", "-"), name, amount }),
  );

const tomatoSoup: WrittenRecipe = {
  title: "Tomato soup",
  servings: 2,
  amountsFor: 2,
  ingredients: ingredients(
    ["600 g", "ripe tomatoes"],
    ["1", "onion"],
    ["2", "garlic cloves"],
    ["20 g", "butter"],
    ["300 ml", "vegetable stock"],
    ["50 ml", "cream"],
  ),
  instructions: [
    "Soften the chopped onion and garlic in the butter.",
    "Add the tomatoes and let them fall apart.",
    "Pour in the stock and simmer for 20 minutes.",
    "Blend, stir in the cream, and season.",
  ],
};

export const pancakes: WrittenRecipe = {
  title: "Pancakes",
  servings: 2,
  amountsFor: 2,
  ingredients: ingredients(
    ["150 g", "flour"],
    ["250 ml", "milk"],
    ["2", "eggs"],
    ["30 g", "butter"],
  ),
  instructions: [
    "Whisk everything but half of the butter to a smooth batter.",
    "Let it rest for ten minutes.",
    "Fry thin pancakes in the rest of the butter.",
  ],
};

export const lentilCurry: WrittenRecipe = {
  title: "Lentil curry",
  servings: 2,
  amountsFor: 2,
  ingredients: ingredients(
    ["180 g", "red lentils"],
    ["1", "onion"],
    ["10 g", "curry powder"],
    ["20 g", "butter"],
    ["400 ml", "coconut milk"],
  ),
  instructions: [
    "Fry the onion in the butter until golden, and the spice with it.",
    "Add the lentils, the coconut milk and a glass of water.",
    "Simmer for 15 minutes and season with salt and lime.",
  ],
};

/** Recipes for two, by keyword. */
export const cookbook: readonly (readonly [words: RegExp, recipe: WrittenRecipe])[] = [
  [/soup|tomato/i, tomatoSoup],
  [/pancake|breakfast/i, pancakes],
  [/curry|lentil|dinner/i, lentilCurry],
];

/** Vegan replacements, by ingredient. */
export const veganInstead: Readonly<Record<string, string>> = {
  butter: "olive oil",
  cream: "oat cream",
  milk: "oat milk",
  eggs: "mashed bananas",
};

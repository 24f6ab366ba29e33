import type { Recipe } from "../../recipe.ts";

/** What the cook knows by heart, each for two. */
export const cookbook: readonly (readonly [words: RegExp, recipe: Recipe])[] = [
  [
    /soup|tomato/i,
    {
      title: "Tomato soup",
      servings: 2,
      amountsFor: 2,
      ingredients: [
        { name: "ripe tomatoes", amount: 600, unit: "g" },
        { name: "onion", amount: 1, unit: "" },
        { name: "garlic cloves", amount: 2, unit: "" },
        { name: "butter", amount: 20, unit: "g" },
        { name: "vegetable stock", amount: 300, unit: "ml" },
        { name: "cream", amount: 50, unit: "ml" },
      ],
      steps: [
        "Soften the chopped onion and garlic in the butter.",
        "Add the tomatoes and let them fall apart.",
        "Pour in the stock and simmer for 20 minutes.",
        "Blend, stir in the cream, and season.",
      ],
    },
  ],
  [
    /pancake|breakfast/i,
    {
      title: "Pancakes",
      servings: 2,
      amountsFor: 2,
      ingredients: [
        { name: "flour", amount: 150, unit: "g" },
        { name: "milk", amount: 250, unit: "ml" },
        { name: "eggs", amount: 2, unit: "" },
        { name: "butter", amount: 30, unit: "g" },
      ],
      steps: [
        "Whisk everything but half of the butter to a smooth batter.",
        "Let it rest for ten minutes.",
        "Fry thin pancakes in the rest of the butter.",
      ],
    },
  ],
  [
    /curry|lentil|dinner/i,
    {
      title: "Lentil curry",
      servings: 2,
      amountsFor: 2,
      ingredients: [
        { name: "red lentils", amount: 180, unit: "g" },
        { name: "onion", amount: 1, unit: "" },
        { name: "curry powder", amount: 10, unit: "g" },
        { name: "butter", amount: 20, unit: "g" },
        { name: "coconut milk", amount: 400, unit: "ml" },
      ],
      steps: [
        "Fry the onion in the butter until golden, and the spice with it.",
        "Add the lentils, the coconut milk and a glass of water.",
        "Simmer for 15 minutes and season with salt and lime.",
      ],
    },
  ],
];

/** What stands in for what, when no animal should have been involved. */
export const veganInstead: Readonly<Record<string, string>> = {
  butter: "olive oil",
  cream: "oat cream",
  milk: "oat milk",
  eggs: "mashed bananas",
};

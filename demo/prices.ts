import type { UseUsageOptions } from "agui-kit";

/** Invented prices of the models in the example “Usage and cost”, in dollars per million tokens. */
export const prices: NonNullable<UseUsageOptions["prices"]> = {
  currency: "USD",
  models: {
    "northwind/atlas-large": { input: 3, cachedInput: 0.3, output: 15 },
    "northwind/atlas-mini": { input: 0.25, cachedInput: 0.025, output: 2 },
  },
};

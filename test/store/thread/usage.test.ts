import { describe, expect, test } from "vitest";
import { estimateCost, sumUsage } from "../../../src/store/thread/usage.ts";

const gpt = { provider: "openai", model: "gpt-5" };
const prices = {
  models: {
    "openai/gpt-5": { input: 2, cachedInput: 0.5, cacheWriteInput: 3, output: 10, reasoning: 20 },
    plain: { input: 1, output: 4 },
  },
};
const MILLION = 1_000_000;

describe("sumUsage", () => {
  test("counts parts within their totals, not in addition", () => {
    const entry = {
      ...gpt,
      inputTokens: 100,
      outputTokens: 50,
      totalTokens: 150,
      cachedInputTokens: 60,
      cacheWriteInputTokens: 10,
      reasoningTokens: 30,
    };
    const { byModel, cost, ...totals } = sumUsage([entry, entry]);
    expect(totals).toEqual({
      inputTokens: 200,
      outputTokens: 100,
      totalTokens: 300,
      cachedInputTokens: 120,
      cacheWriteInputTokens: 20,
      reasoningTokens: 60,
    });
    expect(byModel).toEqual([{ ...gpt, ...totals, cost: undefined }]);
    expect(cost).toBeUndefined();
  });

  test("separates providers and models, in the order of first use", () => {
    const { byModel, inputTokens } = sumUsage([
      { ...gpt, inputTokens: 1 },
      { model: "gpt-5", inputTokens: 2 },
      { provider: "azure", model: "gpt-5", inputTokens: 4 },
      { ...gpt, inputTokens: 8 },
    ]);
    expect(byModel.map(({ provider, inputTokens }) => [provider, inputTokens])).toEqual([
      ["openai", 9],
      [undefined, 2],
      ["azure", 4],
    ]);
    expect(inputTokens).toBe(15);
  });

  test("leaves counts without entries unknown and adds the others", () => {
    const { byModel, ...totals } = sumUsage([
      { ...gpt, inputTokens: 10, outputTokens: 0 },
      { ...gpt, inputTokens: 20, outputTokens: 5, cachedInputTokens: 4 },
    ]);
    expect(byModel[0]).toMatchObject({ inputTokens: 30, outputTokens: 5, cachedInputTokens: 4 });
    expect(byModel[0]?.reasoningTokens).toBeUndefined();
    expect(totals).toMatchObject({ reasoningTokens: 0, cachedInputTokens: 4 });
  });

  test.each([
    ["the sum of the two, also of a producer that counts more", 15, { totalTokens: 99 }],
    ["the sum of the two where it is left out", 15, {}],
    [
      "the count that is reported where one of the two is not",
      99,
      { totalTokens: 99, outputTokens: undefined },
    ],
    ["the counts that are known where no other is reported", 10, { outputTokens: undefined }],
  ])("takes as total %s", (_, total, fields) => {
    const { outputTokens, ...rest } = { inputTokens: 10, outputTokens: 5, ...fields };
    const entry = { ...rest, ...(outputTokens !== undefined && { outputTokens }) };
    expect(sumUsage([entry]).totalTokens).toBe(total);
    expect(sumUsage([entry]).byModel[0]?.totalTokens).toBe(total);
  });

  test("is zero without entries", () => {
    expect(sumUsage([], prices)).toMatchObject({
      totalTokens: 0,
      byModel: [],
      cost: { amount: 0, currency: "USD", isComplete: true },
    });
  });

  test("adds costs and marks incomplete sums", () => {
    const entry = { ...gpt, inputTokens: MILLION, outputTokens: MILLION };
    const unknown = { model: "unheard-of", inputTokens: 5, outputTokens: 5 };
    expect(sumUsage([entry, entry], { ...prices, currency: "EUR" })).toMatchObject({
      cost: { amount: 24, currency: "EUR", isComplete: true },
      byModel: [{ cost: 24 }],
    });
    const partial = sumUsage([entry, unknown], prices);
    expect(partial.cost).toEqual({ amount: 12, currency: "USD", isComplete: false });
    expect(partial.byModel.map(({ cost }) => cost)).toEqual([12, undefined]);
  });
});

describe("estimateCost", () => {
  test("prices each part of input and output once", () => {
    const entry = {
      ...gpt,
      inputTokens: 10 * MILLION,
      cachedInputTokens: 4 * MILLION,
      cacheWriteInputTokens: MILLION,
      outputTokens: 3 * MILLION,
      reasoningTokens: 2 * MILLION,
    };
    expect(estimateCost(entry, prices)).toBe(5 * 2 + 4 * 0.5 + 1 * 3 + 1 * 10 + 2 * 20);
  });

  test("prices parts like the whole without a price of their own", () => {
    const entry = {
      model: "plain",
      inputTokens: 10 * MILLION,
      cachedInputTokens: 4 * MILLION,
      outputTokens: 3 * MILLION,
      reasoningTokens: 2 * MILLION,
    };
    expect(estimateCost(entry, prices)).toBe(10 * 1 + 3 * 4);
  });

  test("prefers the price of provider and model to the price of the model", () => {
    const models = { m: { input: 1, output: 0 }, "p/m": { input: 2, output: 0 } };
    const entry = { model: "m", inputTokens: MILLION, outputTokens: 0 };
    expect(estimateCost({ ...entry, provider: "p" }, { models })).toBe(2);
    expect(estimateCost({ ...entry, provider: "q" }, { models })).toBe(1);
    expect(estimateCost(entry, { models })).toBe(1);
  });

  test.each([
    ["a model without a price", { model: "unheard-of", inputTokens: 1, outputTokens: 1 }],
    ["a model named like a method", { model: "toString", inputTokens: 1, outputTokens: 1 }],
    ["no model", { inputTokens: 1, outputTokens: 1 }],
    ["no input", { model: "plain", outputTokens: 1 }],
    ["no output", { model: "plain", inputTokens: 1 }],
  ])("is undefined for %s", (_, entry) => {
    expect(estimateCost(entry, prices)).toBeUndefined();
  });

  test("is never negative, also when a producer counts parts beside the whole", () => {
    const entry = { model: "plain", inputTokens: 0, cachedInputTokens: MILLION, outputTokens: 0 };
    expect(estimateCost(entry, prices)).toBe(1);
  });
});

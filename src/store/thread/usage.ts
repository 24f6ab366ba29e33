import type { TokenUsage } from "../../protocol/events.ts";

/** Price of a model, in units of the currency per million tokens. */
export interface ModelPrice {
  /** Price of input. */
  readonly input: number;
  /** Price of output. */
  readonly output: number;
  /** Price of input read from the provider's cache. @defaultValue `input` */
  readonly cachedInput?: number;
  /** Price of input written to the provider's cache. @defaultValue `input` */
  readonly cacheWriteInput?: number;
  /** Price of output spent on reasoning. @defaultValue `output` */
  readonly reasoning?: number;
}

/** Prices of models. */
export interface PriceTable {
  /** ISO 4217 code. @defaultValue `"USD"` */
  readonly currency?: string;
  /** Prices by `provider/model` or by `model`, spelled as the agent reports them. */
  readonly models: Readonly<Record<string, ModelPrice>>;
}

/**
 * Token counts of one or more model calls, with the names of AG-UI's `TokenUsage`.
 *
 * @typeParam TCount - Type of a count; `undefined` where the agent reports none.
 * @see https://docs.ag-ui.com/concepts/events
 */
export interface TokenCounts<TCount extends number | undefined = number | undefined> {
  /** Input tokens, cached or not. */
  readonly inputTokens: TCount;
  /** Output tokens, including reasoning. */
  readonly outputTokens: TCount;
  /** Sum of input and output tokens. */
  readonly totalTokens: TCount;
  /** Part of `inputTokens` that was read from a cache. */
  readonly cachedInputTokens: TCount;
  /** Part of `inputTokens` that was written to a cache. */
  readonly cacheWriteInputTokens: TCount;
  /** Part of `outputTokens` that was spent on reasoning. */
  readonly reasoningTokens: TCount;
}

/** Token counts of one model of one provider. */
export interface ModelUsage extends TokenCounts {
  /** Provider as the agent reports it. */
  readonly provider: string | undefined;
  /** Model as the agent reports it. */
  readonly model: string | undefined;
  /** Cost in the currency of the price table; `undefined` without a price. */
  readonly cost: number | undefined;
}

/** Sum of costs. */
export interface UsageCost {
  /** Sum of the costs that are known. */
  readonly amount: number;
  /** ISO 4217 code, for `Intl.NumberFormat`. */
  readonly currency: string;
  /** True when every model has a price and reports its input and output tokens. */
  readonly isComplete: boolean;
}

/** Token counts of several models: the sums of the known counts, 0 where none is known. */
export interface UsageTotals extends TokenCounts<number> {
  /** Counts by model, in the order of first use. */
  readonly byModel: readonly ModelUsage[];
  /** Cost; absent without a price table. */
  readonly cost: UsageCost | undefined;
}

/**
 * Sums token counts as AG-UI 1.0 defines them. Cached input is part of the input, and reasoning is part of the output,
 * so neither is added. A missing count is unknown, not 0.
 *
 * @example All runs of a thread
 * ```ts
 * const entries = Object.values(thread.getSnapshot().usages).flat();
 * const { totalTokens, byModel } = sumUsage(entries);
 * ```
 * @param prices - Prices for `cost`.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function sumUsage(entries: readonly TokenUsage[], prices?: PriceTable): UsageTotals {
  const byModel = new Map<string, ModelUsage>();
  const costs = entries.map((entry) => (prices ? estimateCost(entry, prices) : undefined));
  for (const [index, entry] of entries.entries()) {
    const { provider, model } = entry;
    const key = JSON.stringify([provider, model]);
    const before = byModel.get(key);
    const cost = add(before?.cost, costs[index]);
    byModel.set(key, { provider, model, ...addCounts(before, countsOf(entry)), cost });
  }
  const models = [...byModel.values()];
  const total = models.reduce<TokenCounts | undefined>(addCounts, undefined);
  return {
    ...createCounts((name) => total?.[name] ?? 0),
    byModel: models,
    cost: prices && {
      amount: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
      currency: prices.currency ?? "USD",
      isComplete: !costs.includes(undefined),
    },
  };
}

/**
 * Computes the cost of one entry. Input that is not reported as cached costs the input price.
 *
 * @example
 * ```ts
 * const prices = { models: { "openai/gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 } } };
 * estimateCost({ provider: "openai", model: "gpt-5", inputTokens: 4000, outputTokens: 500 }, prices); // 0.01
 * ```
 * @returns The cost in the currency of the table; `undefined` when the model has no price or its
 * input or output count is missing.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function estimateCost(entry: TokenUsage, prices: PriceTable): number | undefined {
  const { inputTokens, outputTokens } = entry;
  const { cachedInputTokens = 0, cacheWriteInputTokens = 0, reasoningTokens = 0 } = entry;
  const price = priceOf(entry, prices);
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  // Some producers count parts in addition to the whole: the difference must not become negative.
  const uncachedInput = Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens);
  const visibleOutput = Math.max(0, outputTokens - reasoningTokens);
  const perMillion =
    uncachedInput * price.input +
    cachedInputTokens * (price.cachedInput ?? price.input) +
    cacheWriteInputTokens * (price.cacheWriteInput ?? price.input) +
    visibleOutput * price.output +
    reasoningTokens * (price.reasoning ?? price.output);
  return perMillion / 1_000_000;
}

function priceOf({ provider, model }: TokenUsage, { models }: PriceTable): ModelPrice | undefined {
  if (model === undefined) return undefined;
  const key = [`${provider}/${model}`, model].find((name) => Object.hasOwn(models, name));
  return key === undefined ? undefined : models[key];
}

function countsOf(entry: TokenUsage): TokenCounts {
  const sum = add(entry.inputTokens, entry.outputTokens);
  const isWhole = entry.inputTokens !== undefined && entry.outputTokens !== undefined;
  // A provider's own total may include more than input and output.
  const totalTokens = isWhole ? sum : (entry.totalTokens ?? sum);
  return { ...createCounts((name) => entry[name]), totalTokens };
}

function addCounts(a: TokenCounts | undefined, b: TokenCounts): TokenCounts {
  return createCounts((name) => add(a?.[name], b[name]));
}

function createCounts<TCount extends number | undefined>(
  countOf: (name: keyof TokenCounts) => TCount,
): TokenCounts<TCount> {
  return {
    inputTokens: countOf("inputTokens"),
    outputTokens: countOf("outputTokens"),
    totalTokens: countOf("totalTokens"),
    cachedInputTokens: countOf("cachedInputTokens"),
    cacheWriteInputTokens: countOf("cacheWriteInputTokens"),
    reasoningTokens: countOf("reasoningTokens"),
  };
}

/** Adds two counts, of which either may be unknown. */
function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : a + (b ?? 0);
}

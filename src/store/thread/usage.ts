import type { TokenUsage } from "../../protocol/events.ts";

/** What a model costs, in money for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of input read from the provider's cache. @defaultValue as `input` */
  readonly cachedInput?: number;
  /** Of input written to the provider's cache. @defaultValue as `input` */
  readonly cacheWriteInput?: number;
  /** Of output spent on reasoning. @defaultValue as `output` */
  readonly reasoning?: number;
}

/** What models cost. */
export interface PriceTable {
  /** An ISO 4217 code. @defaultValue `"USD"` */
  readonly currency?: string;
  /** By `provider/model`, else by `model`, spelled as the agent reports them. */
  readonly models: Readonly<Record<string, ModelPrice>>;
}

/** Counts of tokens, `undefined` where nobody has told. */
export interface TokenCounts {
  /** All input, whether it was cached or not. */
  readonly inputTokens: number | undefined;
  /** All output, reasoning included. */
  readonly outputTokens: number | undefined;
  /** Input and output. */
  readonly totalTokens: number | undefined;
  /** The part of `inputTokens` that was read from a cache. */
  readonly cachedInputTokens: number | undefined;
  /** The part of `inputTokens` that was written to a cache. */
  readonly cacheWriteInputTokens: number | undefined;
  /** The part of `outputTokens` that was spent on reasoning. */
  readonly reasoningTokens: number | undefined;
}

/** What one model of one provider used. */
export interface ModelUsage extends TokenCounts {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** In the currency of the price table; `undefined` without a price. */
  readonly cost: number | undefined;
}

/** What something cost. */
export interface UsageCost {
  /** What all that has a price adds up to. */
  readonly amount: number;
  /** An ISO 4217 code, for `Intl.NumberFormat`. */
  readonly currency: string;
  /** Whether that is all of it: every model has a price, and told of its input and output. */
  readonly isComplete: boolean;
}

/** What several models used together: the sum of what is known, 0 where nothing is. */
export interface UsageTotals extends Readonly<Record<keyof TokenCounts, number>> {
  /** In the order the models were first used. */
  readonly byModel: readonly ModelUsage[];
  /** Absent without a price table. */
  readonly cost: UsageCost | undefined;
}

/**
 * Adds up token counts as AG-UI 1.0 defines them: cached input is a part of the input and reasoning
 * a part of the output, so neither is added to it. A count that an entry leaves out is unknown, and
 * not 0: the sum is of what is known.
 *
 * @example All runs of a thread
 * ```ts
 * const entries = Object.values(thread.getSnapshot().usages).flat();
 * const { totalTokens, byModel } = sumUsage(entries);
 * ```
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
  const totals = Object.fromEntries(COUNTS.map((name) => [name, total?.[name] ?? 0]));
  return {
    // Every count is one of the names.
    ...(totals as Record<keyof TokenCounts, number>),
    byModel: models,
    cost: prices && {
      amount: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
      currency: prices.currency ?? "USD",
      isComplete: !costs.includes(undefined),
    },
  };
}

/**
 * Says what one entry cost; `undefined` when its model has no price, or it does not tell how much
 * went in and came out. Input of which it is not said that it was cached costs what input costs.
 *
 * @example
 * ```ts
 * const prices = { models: { "openai/gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 } } };
 * costOf({ provider: "openai", model: "gpt-5", inputTokens: 4000, outputTokens: 500 }, prices); // 0.01
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function estimateCost(entry: TokenUsage, prices: PriceTable): number | undefined {
  const { inputTokens, outputTokens } = entry;
  const { cachedInputTokens = 0, cacheWriteInputTokens = 0, reasoningTokens = 0 } = entry;
  const price = priceOf(entry, prices);
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  // A producer that counts its parts beside the whole must not make anything cheaper than free.
  const fresh = Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens);
  const said = Math.max(0, outputTokens - reasoningTokens);
  const perMillion =
    fresh * price.input +
    cachedInputTokens * (price.cachedInput ?? price.input) +
    cacheWriteInputTokens * (price.cacheWriteInput ?? price.input) +
    said * price.output +
    reasoningTokens * (price.reasoning ?? price.output);
  return perMillion / 1_000_000;
}

function priceOf({ provider, model }: TokenUsage, { models }: PriceTable): ModelPrice | undefined {
  if (model === undefined) return undefined;
  const key = [`${provider}/${model}`, model].find((name) => Object.hasOwn(models, name));
  return key === undefined ? undefined : models[key];
}

const COUNTS: readonly (keyof TokenCounts)[] = [
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "cachedInputTokens",
  "cacheWriteInputTokens",
  "reasoningTokens",
];

function countsOf(entry: TokenUsage): TokenCounts {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, entry[name]]));
  const sum = add(entry.inputTokens, entry.outputTokens);
  const isWhole = entry.inputTokens !== undefined && entry.outputTokens !== undefined;
  // The total is the two summed, whatever a provider's own total counts as well.
  const totalTokens = isWhole ? sum : (entry.totalTokens ?? sum);
  // Every count is one of the names.
  return { ...(counts as unknown as TokenCounts), totalTokens };
}

function addCounts(a: TokenCounts | undefined, b: TokenCounts): TokenCounts {
  const sums = Object.fromEntries(COUNTS.map((name) => [name, add(a?.[name], b[name])]));
  // Every count is one of the names.
  return sums as unknown as TokenCounts;
}

/** The sum of what is known. */
function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : a + (b ?? 0);
}

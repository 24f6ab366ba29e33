import { useMemo } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type PriceTable, sumUsage, type UsageTotals } from "../../store/thread/usage.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** The options of {@link useUsage}, and which conversation it is about. */
export interface UseUsageOptions extends ThreadTarget {
  /** What models cost. Keep it outside of the component: another object is added up again. */
  readonly prices?: PriceTable | undefined;
}

/** Tokens used, and what they cost. */
export interface UsageSummary {
  /** By the run that goes on, or the last one. An agent tells when a run ends. */
  readonly run: UsageTotals;
  /** By every run of the thread that told. */
  readonly thread: UsageTotals;
}

/**
 * Returns how many tokens the last run and the whole thread used, in all and by provider and model,
 * and with a price table what they cost.
 *
 * Renders again when a run starts or tells of its usage, not while it streams. A run is one answer of
 * the agent; when tools of the page make it go on, that is another run. Counts are those of AG-UI
 * 1.0: cached input is part of the input, reasoning part of the output.
 *
 * @example What the conversation has cost so far
 * ```tsx
 * const prices = { models: { "gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 } } };
 *
 * function Cost() {
 *   const { thread } = useUsage({ prices });
 *   if (!thread.cost) return null;
 *   const { amount, currency, isComplete } = thread.cost;
 *   const money = new Intl.NumberFormat(undefined, { style: "currency", currency });
 *   return <p>{isComplete ? "" : "at least "}{money.format(amount)}</p>;
 * }
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useUsage({ prices, ...target }: UseUsageOptions = {}): UsageSummary {
  const usages = useSnapshot(selectUsages, Object.is, target);
  const last = useSnapshot(selectLast, Object.is, target);
  return useMemo(
    () => ({
      run: sumUsage(last ?? [], prices),
      thread: sumUsage(Object.values(usages).flat(), prices),
    }),
    [usages, last, prices],
  );
}

const selectUsages = ({ usages }: Snapshot) => usages;
const selectLast = ({ run }: Snapshot) => run.usage;

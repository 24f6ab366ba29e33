import { useMemo } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type PriceTable, sumUsage, type UsageTotals } from "../../store/thread/usage.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** Options of {@link useUsage}. The target selects another conversation than the nearest. */
export interface UseUsageOptions extends ThreadTarget {
  /** Prices per model. Define the object outside the component: a new object is summed again. */
  readonly prices?: PriceTable | undefined;
}

/** Tokens used, and their cost. */
export interface UsageSummary {
  /** Usage of the current or last run. An agent reports usage when a run ends. */
  readonly run: UsageTotals;
  /** Usage of all runs of the thread that reported it. */
  readonly thread: UsageTotals;
}

/**
 * Returns how many tokens the last run and the whole thread used, in total and by provider and model.
 * With a price table, also returns their cost.
 *
 * Re-renders when a run starts or reports its usage, not while text streams. A run is one reply of the agent;
 * a follow-up after frontend tools is another run. Counts follow AG-UI 1.0: cached input is part of the input,
 * reasoning part of the output.
 *
 * @example The cost of the conversation so far
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
  const last = useSnapshot(selectLastUsage, Object.is, target);
  return useMemo(
    () => ({
      run: sumUsage(last ?? [], prices),
      thread: sumUsage(Object.values(usages).flat(), prices),
    }),
    [usages, last, prices],
  );
}

const selectUsages = ({ usages }: Snapshot) => usages;
const selectLastUsage = ({ run }: Snapshot) => run.usage;

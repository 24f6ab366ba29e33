import type { ReactNode } from "react";
import { type UsageSummary, type UseUsageOptions, useUsage } from "../../hooks/thread/useUsage.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import type { WorkStrings } from "../strings/workStrings.ts";

/** Props of `Usage`. */
export interface UsageProps extends UseUsageOptions {
  /** Class added after `agk-usage`. */
  readonly className?: string;
}

/**
 * Shows the tokens that the last run and the whole conversation used, and their cost when `prices` are given. Renders
 * nothing until an agent has reported usage.
 *
 * A reply takes several runs when the agent calls frontend tools. `Chat` does not show it by default. `strings.work`
 * formats the numbers for the language. Renders a `<dl>`.
 *
 * @example At the end of the transcript of a chat, with the cost
 * ```tsx
 * const prices = { models: { "gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 } } };
 * const Cost = () => <Usage prices={prices} />;
 *
 * <Chat components={{ Usage: Cost }} />
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`.
 * @selector `.agk-usage`
 * @see https://docs.ag-ui.com/concepts/events
 */
export function Usage({ className, ...options }: UsageProps): ReactNode {
  const { run, thread } = useUsage(options);
  const { work } = useStrings();
  const classes = useClassName("Usage", "agk-usage", className);
  if (thread.byModel.length === 0) return null;
  return (
    <dl className={classes}>
      {run.byModel.length > 0 && <UsageRow label={work.usageOfRun} totals={run} labels={work} />}
      <UsageRow label={work.usageOfThread} totals={thread} labels={work} />
    </dl>
  );
}

interface UsageRowProps {
  readonly label: string;
  readonly totals: UsageSummary["run"];
  readonly labels: WorkStrings;
}

function UsageRow({ label, totals, labels }: UsageRowProps): ReactNode {
  const { inputTokens: input, outputTokens: output, totalTokens: total, cost } = totals;
  const tokens = labels.tokens({ input, output, total });
  // Without a price for any of the models, there is no cost to show.
  const hasPrice = totals.byModel.some((model) => model.cost !== undefined);
  return (
    <div className="agk-field">
      <dt className="agk-label">{label}</dt>
      <dd className="agk-value">
        <bdi>
          {cost && hasPrice
            ? labels.usage(tokens, labels.cost(cost.amount, cost.currency, cost.isComplete))
            : tokens}
        </bdi>
      </dd>
    </div>
  );
}

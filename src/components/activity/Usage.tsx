import type { ReactNode } from "react";
import { type UsageSummary, useUsage } from "../../hooks/thread/useUsage.ts";
import { useClass } from "../settings/settings.tsx";
import type { UsageProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import type { WorkStrings } from "../strings/workStrings.ts";

/**
 * Shows how many tokens the last run and the whole conversation used, and what they cost where there is a
 * price table. What nobody has told is not shown: nothing before the first run that tells.
 *
 * One answer is several runs where the agent calls tools of the page. A chat does not show it by itself. Numbers are written by `strings.work`, in the way of the language.
 * Renders a `<dl>`.
 *
 * @example At the end of the transcript of a chat, with what it costs
 * ```tsx
 * const prices = { models: { "gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 } } };
 * const Cost = () => <Usage prices={prices} />;
 *
 * <Chat components={{ Usage: Cost }} />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-usage`
 * @see https://docs.ag-ui.com/concepts/events
 */
export function Usage({ className, ...options }: UsageProps): ReactNode {
  const { run, thread } = useUsage(options);
  const { work } = useStrings();
  const classes = useClass("Usage", "agk-usage", className);
  if (thread.byModel.length === 0) return null;
  return (
    <dl className={classes}>
      {run.byModel.length > 0 && <Used label={work.usageOfRun} totals={run} words={work} />}
      <Used label={work.usageOfThread} totals={thread} words={work} />
    </dl>
  );
}

interface UsedProps {
  readonly label: string;
  readonly totals: UsageSummary["run"];
  readonly words: WorkStrings;
}

function Used({ label, totals, words }: UsedProps): ReactNode {
  const { inputTokens: input, outputTokens: output, totalTokens: total, cost } = totals;
  const tokens = words.tokens({ input, output, total });
  // Of what has no price at all, nothing is known.
  const hasPrice = totals.byModel.some((model) => model.cost !== undefined);
  return (
    <div className="agk-field">
      <dt className="agk-label">{label}</dt>
      <dd className="agk-value">
        <bdi>
          {cost && hasPrice
            ? words.usage(tokens, words.cost(cost.amount, cost.currency, cost.isComplete))
            : tokens}
        </bdi>
      </dd>
    </div>
  );
}

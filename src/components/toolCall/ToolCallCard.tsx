import { memo, type ReactNode } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isCutOff } from "../../hooks/tools/useToolAnswer.ts";
import { useToolLabel } from "../../hooks/tools/useToolLabel.ts";
import { interruptsWithin } from "../../selectors/interruptPlacement.ts";
import { isErrorLike } from "../../selectors/isErrorLike.ts";
import { isSubagentActive } from "../../selectors/subagentStatus.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { summarizeAnswer } from "../interrupt/answerSummary.ts";
import { useClassName } from "../settings/settings.tsx";
import type { ToolCallCardProps } from "../settings/transcriptPartProps.ts";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { VisibleName } from "../ui/VisibleText.tsx";
import { ToolCallDetails } from "./ToolCallDetails.tsx";

const icons: Readonly<Record<CardStatus, IconName>> = {
  streaming: "running",
  pending: "running",
  running: "running",
  waiting: "waiting",
  complete: "done",
  warning: "alert",
  failed: "alert",
  denied: "denied",
  unfinished: "unfinished",
  answered: "waiting",
};

/** Returns the label of a status, after the user's answer to the last interrupt of the call. */
function statusLabel(
  { interrupts }: ToolCallCardProps,
  status: CardStatus,
  { toolCall, answers }: Strings,
): string {
  if (status === "answered") return answers.waiting;
  const last = interrupts.at(-1);
  if (!last?.answer) return toolCall[status];
  const { verdict } = summarizeAnswer(last, last.answer);
  const isRefusal = verdict === "denied" || verdict === "declined" || verdict === "cancelled";
  const verdictLabel = answers[verdict];
  return status === "denied" && isRefusal ? verdictLabel : `${verdictLabel} · ${toolCall[status]}`;
}

/**
 * Shows one tool call: a row with the tool's label and the status. The row opens into a card with the arguments as
 * they stream, the output and the result. When the user was asked about a call, its status begins with the answer
 * ("Approved · Done"). The card then shows the question and the answer.
 *
 * The row shows the duration of the call, unless the user was asked: then it would include the user's time. Renders a
 * `<details>`.
 *
 * @example A custom card for one tool, the default for the others
 * ```tsx
 * function Call(call: ToolCallCardProps) {
 *   return call.toolCall.function.name === "weather" ? <Weather {...call} /> : <ToolCallCard {...call} />;
 * }
 * <Chat components={{ ToolCallCard: Call }} />
 * ```
 * @selector `.agk-tool-call[data-status="running"]` Also `streaming`, `pending`, `waiting`, `complete`, `failed` and
 * `denied`. `warning` when a complete call has a result that reads like an error. `answered` while the user's answer
 * waits for other answers. `unfinished` when the run ended without a result.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export const ToolCallCard = memo(function ToolCallCard(call: ToolCallCardProps): ReactNode {
  const strings = useStrings();
  const { toolCall } = call;
  const status = cardStatusOf(call);
  const { subagents } = call;
  const label = useToolLabel(call);
  // The icon shows it already, so the text is for screen readers only.
  const isJustDone = status === "complete" && call.interrupts.at(-1)?.answer === undefined;
  const summary = (
    <>
      <Icon name={icons[status]} />
      <span className="agk-tool-label">
        <VisibleName name={label} />
      </span>
      <span className={isJustDone ? "agk-sr-only" : "agk-status"}>
        {statusLabel(call, status, strings)}
      </span>
      <Duration {...call} />
    </>
  );
  return (
    <Disclosure
      className={useClassName("ToolCallCard", "agk-tool-call")}
      status={status}
      // Read by `ToolGroup` as well, which does not collapse an opened card.
      persistKey={`call ${toolCall.id}`}
      unit={`call ${toolCall.id}`}
      // The buttons to run an interrupted call again, or to decline a waiting one, are inside.
      isOpen={isCutOff(call) || call.info.status === "waiting"}
      summary={
        subagents ? (
          <HiddenWhileSubagentRuns ids={subagents} label={label}>
            {summary}
          </HiddenWhileSubagentRuns>
        ) : (
          summary
        )
      }
    >
      {() => <ToolCallDetails {...call} />}
    </Disclosure>
  );
});

interface HiddenWhileSubagentRunsProps {
  readonly ids: readonly string[];
  readonly label: string;
  readonly children: ReactNode;
}

/** Hides the status of a call while one of its sub-agents is active, whose card shows the progress. */
function HiddenWhileSubagentRuns({
  ids,
  label,
  children,
}: HiddenWhileSubagentRunsProps): ReactNode {
  const hasActiveSubagent = useSnapshot((snapshot) =>
    ids.some((id) => isSubagentActive(snapshot, id, interruptsWithin(snapshot, id))),
  );
  if (!hasActiveSubagent) return children;
  return (
    <>
      {/* Reserves the space of the status icon. */}
      <span className="agk-icon" data-icon="none" />
      <span className="agk-tool-label">
        <VisibleName name={label} />
      </span>
    </>
  );
}

/** Shows the duration of a call; nothing when the user was asked about it or provided its result. */
function Duration({ info, status, interrupts }: ToolCallCardProps): ReactNode {
  const strings = useStrings();
  const { startedAt, inputRequestedAt, endedAt } = info;
  const isAnswered = status === "complete" || status === "failed";
  if (!isAnswered || startedAt === undefined || endedAt === undefined) return null;
  if (inputRequestedAt !== undefined || interrupts.length > 0) return null;
  const tenths = Math.round((endedAt - startedAt) / 100);
  if (tenths < 1) return null;
  return (
    <span className="agk-duration" dir="auto">
      {strings.seconds(tenths / 10)}
    </span>
  );
}

/**
 * Status of a tool call in its card. `warning`: a complete call whose result reads like an error; `unfinished`: the call
 * was interrupted, or its run ended without a result; `answered`: the user's answer waits for other answers.
 */
export type CardStatus = ToolCallView["status"] | "warning" | "unfinished" | "answered";

/** Returns the status that the card of a call shows. */
export function cardStatusOf(call: ToolCallView): CardStatus {
  const { status, result, interrupts } = call;
  if (status === "failed" && (!result || isCutOff(call))) return "unfinished";
  if (status === "complete" && result && isErrorLike(result)) return "warning";
  // Answers to interrupts are sent together, so an answered call may wait for the other answers.
  return status === "pending" && interrupts.length > 0 ? "answered" : status;
}

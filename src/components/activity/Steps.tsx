import type { ReactNode } from "react";
import { useSteps } from "../../hooks/subagents/useSteps.ts";
import { useIsWorkOver } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { StepInfo } from "../../reducer/snapshot.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { Checklist } from "./Checklist.tsx";

/** Props of `Steps`. */
export interface StepsProps {
  /** Maximum number of steps that are open by default; more are collapsed. @defaultValue 5 */
  readonly openUpTo?: number;
  /** Class added after `agk-steps`. */
  readonly className?: string;
}

type StepsStatus = "running" | "complete" | "unfinished";

const icons: Readonly<Record<StepsStatus, IconName>> = {
  running: "running",
  complete: "done",
  unfinished: "unfinished",
};

/**
 * Shows the named steps of the current or last run as a checklist. A step that was active when its run ended is shown
 * as not finished.
 *
 * Up to five steps are open; more are collapsed into a line with the name of the current step. After the user has
 * opened or closed it, it stays that way for the run. Renders nothing while there are no steps. Steps of sub-agents
 * are shown in their cards. `Chat` does not show it by default, because many agents name their steps for developers.
 * Renders a `<details>`.
 *
 * @example In the transcript of a chat, above the run status
 * ```tsx
 * <Chat components={{ Steps }} />
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`.
 * @selector `.agk-steps[data-status="running"]` While a step is active; else `complete` or `unfinished`.
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export function Steps({ openUpTo = 5, className }: StepsProps): ReactNode {
  const steps = useSteps().filter(({ subagentRunId }) => subagentRunId === undefined);
  const runId = useSnapshot(({ run }) => run.runId);
  const isOver = useIsWorkOver();
  const { work, task, toolCall } = useStrings();
  const classes = useClassName("Steps", "agk-steps", className);
  if (steps.length === 0) return null;
  const current = steps.findLast(isUnfinished);
  const status = !current ? "complete" : isOver ? "unfinished" : "running";
  const labels = { running: task.active, complete: task.done, unfinished: toolCall.unfinished };
  const count = work.steps(steps.length);
  const isCollapsed = steps.length > openUpTo;
  return (
    <Disclosure
      // Resets what the user opened or closed when another run starts.
      key={runId}
      className={classes}
      status={status}
      persistKey={`steps ${runId}`}
      isOpen={!isCollapsed}
      summary={
        <>
          <Icon name={icons[status]} />
          <span className="agk-sr-only">{labels[status]}</span>{" "}
          {current && isCollapsed && <span dir="auto">{current.name}</span>}
          <span className="agk-duration" dir="auto">
            {count}
          </span>
        </>
      }
    >
      {() => <Checklist tasks={steps.map(toTask)} />}
    </Disclosure>
  );
}

/** True for a step that was never finished: the end of a run completes its steps without setting `endedAt`. */
function isUnfinished({ status, startedAt, endedAt }: StepInfo): boolean {
  return status === "running" || (startedAt !== undefined && endedAt === undefined);
}

function toTask(step: StepInfo) {
  return { label: step.name, status: isUnfinished(step) ? ("active" as const) : ("done" as const) };
}

import type { ReactNode } from "react";
import { useSteps } from "../../hooks/subagents/useSteps.ts";
import { useIsSettled } from "../../hooks/thread/useIsSettled.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { StepInfo } from "../../reducer/snapshot.ts";
import { useClass } from "../settings/settings.tsx";
import type { StepsProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Checklist } from "./Checklist.tsx";

type StepsStatus = "running" | "complete" | "unfinished";

const icons: Readonly<Record<StepsStatus, IconName>> = {
  running: "arc",
  complete: "check",
  unfinished: "dash",
};

/**
 * Shows the named steps of the run that goes on, or of the last one, as a checklist. One that was cut off by
 * the end of its run is not finished.
 *
 * Up to five steps are open, more are folded into a line that names the one the agent is at; once the person has
 * opened or closed it, it stays so for that run. Nothing while there are no steps. Those of sub-agents
 * are in their cards. A chat does not show it by itself, as many agents name their steps for
 * programmers only. Renders a `<details>`.
 *
 * @example In the transcript of a chat, above the status of the run
 * ```tsx
 * <Chat components={{ Steps }} />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-steps[data-status="running"]` While one is under way; else `complete` or `unfinished`.
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export function Steps({ openUpTo = 5, className }: StepsProps): ReactNode {
  const steps = useSteps().filter(({ subagentRunId }) => subagentRunId === undefined);
  const runId = useSnapshot(({ run }) => run.runId);
  const isOver = useIsSettled();
  const { work, task, toolCall } = useStrings();
  const classes = useClass("Steps", "agk-steps", className);
  if (steps.length === 0) return null;
  const current = steps.findLast(isOpen);
  const status = !current ? "complete" : isOver ? "unfinished" : "running";
  const words = { running: task.active, complete: task.done, unfinished: toolCall.unfinished };
  const count = work.steps(steps.length);
  const isMany = steps.length > openUpTo;
  return (
    <Disclosure
      // What the person has opened counts for the run in which they did.
      key={runId}
      className={classes}
      status={status}
      persistKey={`steps ${runId}`}
      isOpen={!isMany}
      summary={
        <>
          <Icon name={icons[status]} />
          <span className="agk-sr-only">{words[status]}</span>{" "}
          {current && isMany && <span dir="auto">{current.name}</span>}
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

/** Whether it has not come to its end: the end of a run ends all its steps, but not when they have come to it. */
function isOpen({ status, startedAt, endedAt }: StepInfo): boolean {
  return status === "running" || (startedAt !== undefined && endedAt === undefined);
}

function toTask(step: StepInfo) {
  return { label: step.name, status: isOpen(step) ? ("active" as const) : ("done" as const) };
}

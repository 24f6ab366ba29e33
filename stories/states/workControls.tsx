import { type ReactNode, useId } from "react";
import { Activity } from "../../src/components/activity/Activity.tsx";
import { Steps } from "../../src/components/activity/Steps.tsx";
import { SystemMessageItem } from "../../src/components/message/SystemMessageItem.tsx";
import { Subagent } from "../../src/components/subagent/Subagent.tsx";
import { OnceButton } from "../../src/components/ui/OnceButton.tsx";
import type { EventInput } from "../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { Conversation, hangAfter } from "../conversation.tsx";
import {
  delegationEvents,
  researchEvents,
  researcher,
  subagentFinished,
} from "../subagent/subagentEvents.ts";
import { alwaysUsable, neverBusy, onlyWhileUsable } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const row = { disabled: alwaysUsable, busy: neverBusy };

interface AfterRunProps {
  readonly script: Script;
  readonly children: ReactNode;
}

/** Renders children below the thread of a run. */
function AfterRun({ script, children }: AfterRunProps): ReactNode {
  return (
    <Conversation scripts={[script]} isStarted>
      {children}
    </Conversation>
  );
}

function Plan(): ReactNode {
  const id = useId();
  return (
    <Activity
      message={{ id, role: "activity", activityType: "PLAN", content: { next: "Book a room" } }}
    />
  );
}

const results = Array.from({ length: 7 }, (_, n) => ({
  title: `Timetable ${n + 1}`,
  url: `https://example.com/${n + 1}`,
}));

/** Renders an activity that has found sources. */
function Found(): ReactNode {
  const id = useId();
  return (
    <Activity message={{ id, role: "activity", activityType: "SEARCH", content: { results } }} />
  );
}

/** The rows of activities. */
export const activityControls: readonly Control[] = [
  {
    name: "Activity",
    target: ".agk-summary",
    rest: <Plan />,
    without: { disabled: alwaysUsable, busy: "The content shows the progress." },
  },
  { name: "Source", target: ".agk-link", rest: <Found />, without: row },
  {
    name: "More sources",
    target: ".agk-more-sources > .agk-summary",
    rest: <Found />,
    without: row,
  },
];

const stepStarted: EventInput = { type: "STEP_STARTED", stepName: "Look for sources" };
const stepFinished: EventInput = { ...stepStarted, type: "STEP_FINISHED" };

const finishedSteps: Script = [runStarted(), [stepStarted, stepFinished], runFinished()];
const runningSteps = hangAfter(stepStarted);

/** The row above the steps of a run. */
export const stepControls: readonly Control[] = [
  {
    name: "Steps",
    target: ".agk-summary",
    rest: (
      <AfterRun script={finishedSteps}>
        <Steps />
      </AfterRun>
    ),
    busy: (
      <AfterRun script={runningSteps}>
        <Steps />
      </AfterRun>
    ),
    without: { disabled: alwaysUsable },
  },
];

/** The row of a long system message. */
export const systemControls: readonly Control[] = [
  {
    name: "System message",
    target: ".agk-summary",
    rest: (
      <SystemMessageItem
        message={{ id: "system", role: "system", content: "You plan journeys. ".repeat(40) }}
      />
    ),
    without: row,
  },
];

const research: readonly EventInput[] = [...delegationEvents, researcher, ...researchEvents];

const finishedResearch: Script = [
  runStarted(),
  [
    ...research,
    subagentFinished("m1", "s1"),
    { type: "STEP_FINISHED", stepName: "Compare 12 beaches", subagentRunId: "s1" },
    { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
    { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "Odeceixe, in June" },
  ],
  runFinished(),
];
const runningResearch = hangAfter(...research);

/** The row of a sub-agent. */
export const subagentControls: readonly Control[] = [
  {
    name: "Sub-agent",
    target: ".agk-summary",
    rest: (
      <AfterRun script={finishedResearch}>
        <Subagent id="s1" />
      </AfterRun>
    ),
    busy: (
      <AfterRun script={runningResearch}>
        <Subagent id="s1" />
      </AfterRun>
    ),
    without: { disabled: alwaysUsable },
  },
];

const once = { disabled: onlyWhileUsable, busy: "The button disappears when it is pressed." };

/** The buttons in the row of a call that waits for the user, or that a restarted page has interrupted. */
export const humanToolControls: readonly Control[] = [
  {
    name: "Deny",
    target: ".agk-button",
    rest: <OnceButton label="Deny" onPress={ignore} />,
    without: once,
  },
  {
    name: "Run again",
    target: ".agk-button",
    rest: <OnceButton label="Run again" onPress={ignore} />,
    without: once,
  },
];

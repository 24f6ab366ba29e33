import { type ReactNode, useId } from "react";
import { AnswerButton } from "../../src/components/interrupt/AnswerButtons.tsx";
import { InterruptAnswer } from "../../src/components/interrupt/InterruptAnswer.tsx";
import { ReadableJson } from "../../src/components/toolCall/ReadableJson.tsx";
import { ToolCallCard } from "../../src/components/toolCall/ToolCallCard.tsx";
import { ToolGroup } from "../../src/components/toolCall/ToolGroup.tsx";
import { ShowInSlotButton } from "../../src/components/toolCall/ToolSlot.tsx";
import { Disclosure } from "../../src/components/ui/Disclosure.tsx";
import type { ToolCallView } from "../../src/selectors/toolCallView.ts";
import { weatherCall } from "../fixtures.ts";
import { BusyAnswer } from "./BusyAnswer.tsx";
import { alwaysUsable, neverBusy, onlyWhileUsable } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const row = { disabled: alwaysUsable, busy: neverBusy };

const complete: ToolCallView = {
  toolCall: weatherCall,
  info: { messageId: "m", status: "complete" },
  result: { id: "r", role: "tool", toolCallId: weatherCall.id, content: '{"sky":"clear"}' },
  status: "complete",
  interrupts: [],
  outputs: [],
};

function Call(props: Partial<ToolCallView>): ReactNode {
  // The row remembers by the id of its call whether it is open.
  const id = useId();
  return <ToolCallCard {...complete} {...props} toolCall={{ ...weatherCall, id }} />;
}

function Calls(props: Partial<ToolCallView>): ReactNode {
  const id = useId();
  const calls = ["a", "b", "c"].map((name) => ({
    ...complete,
    ...props,
    toolCall: { ...weatherCall, id: `${id}${name}` },
  }));
  return <ToolGroup calls={calls} />;
}

function Result(): ReactNode {
  const id = useId();
  return (
    <div className="agk-section">
      <span className="agk-label" id={id}>
        Result
      </span>
      <ReadableJson text='{"sky":"clear"}' labelId={id} />
    </div>
  );
}

/** The rows of tool calls, and the buttons in them. */
export const toolControls: readonly Control[] = [
  {
    name: "Tool call",
    target: ".agk-summary",
    rest: <Call />,
    busy: <Call status="running" result={undefined} />,
    without: { disabled: alwaysUsable },
  },
  { name: "Show JSON", target: ".agk-button", rest: <Result />, without: row },
];

export const toolGroupControls: readonly Control[] = [
  {
    name: "Tool calls",
    target: ".agk-summary",
    rest: <Calls />,
    without: { disabled: alwaysUsable, busy: "The icon of the row is that of its calls." },
  },
];

function Answer({ variant, ...props }: AnswerProps): ReactNode {
  return (
    <AnswerButton {...(variant && { variant })} isDisabled={false} onClick={ignore} {...props}>
      {labels[variant ?? "secondary"]}
    </AnswerButton>
  );
}

interface AnswerProps {
  readonly variant?: "primary" | "quiet";
  readonly isDisabled?: boolean;
}

const labels = { primary: "Approve", secondary: "Deny", quiet: "Skip" };

/** Renders an approval that waits for the answers to other questions. */
function Answered(): ReactNode {
  const interrupt = {
    id: "draft",
    reason: "confirmation",
    message: "Delete the draft?",
    requestedAt: 0,
    isOpen: true,
  };
  const answer = {
    interruptId: "draft",
    status: "resolved",
    payload: { approved: true },
    answeredAt: 0,
  } as const;
  return (
    <InterruptAnswer
      interrupt={interrupt}
      answer={answer}
      toolCall={undefined}
      isExpired={false}
      isOpen
      takesFocus={false}
      onChange={ignore}
      resolve={async () => []}
      cancel={async () => []}
      reopen={async () => {}}
    />
  );
}

/** The buttons of an approval, and the row that it becomes. */
export const approvalControls: readonly Control[] = [
  {
    name: "Primary",
    target: ".agk-button",
    rest: <Answer variant="primary" />,
    disabled: <Answer variant="primary" isDisabled />,
    busy: <BusyAnswer variant="primary">{labels.primary}</BusyAnswer>,
  },
  {
    name: "Secondary",
    target: ".agk-button",
    rest: <Answer />,
    disabled: <Answer isDisabled />,
    busy: <BusyAnswer>{labels.secondary}</BusyAnswer>,
  },
  {
    name: "Quiet",
    target: ".agk-button",
    rest: <Answer variant="quiet" />,
    disabled: <Answer variant="quiet" isDisabled />,
    busy: <BusyAnswer variant="quiet">{labels.quiet}</BusyAnswer>,
  },
  {
    name: "Answered",
    target: ".agk-summary",
    rest: <Answered />,
    without: row,
  },
  {
    name: "Change",
    target: ".agk-button",
    rest: <Answered />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
];

export const errorControls: readonly Control[] = [
  {
    name: "Details",
    target: ".agk-summary",
    rest: (
      <Disclosure className="agk-error-details" summary="Details">
        {() => "503 Service Unavailable"}
      </Disclosure>
    ),
    without: row,
  },
  {
    name: "Try again",
    target: ".agk-button",
    rest: (
      <button type="button" className="agk-button">
        Try again
      </button>
    ),
    without: { disabled: onlyWhileUsable, busy: "The row disappears when the run starts." },
  },
];

/** The button in the chat that shows a call in the slot of its tool. */
export const slotControls: readonly Control[] = [
  {
    name: "Show in the slot",
    target: ".agk-show-in-slot",
    rest: <ShowInSlotButton name={weatherCall.function.name} id={weatherCall.id} />,
    without: row,
  },
];

import { memo, type ReactNode } from "react";
import { isSameCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import { AnswersInRow } from "../interrupt/AnswerDetails.tsx";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { useComponent } from "../settings/settings.tsx";
import { SpawnedSubagents } from "../subagent/SpawnedSubagents.tsx";
import { useMarkRendered } from "./renderedItems.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";
import { ToolCallContent, useToolCallRenderer } from "./ToolCallContent.tsx";
import { ShowInSlotButton } from "./ToolSlot.tsx";
import { useHasSlot } from "./toolSlots.ts";

/**
 * @internal Renders one tool call in a message with the registered renderer of its tool, or else with the default
 * card. A call that a `ToolSlot` shows is a card with a button that selects it there. The interrupts of the call and the
 * sub-agents that it spawned follow.
 */
export const ToolCallSlot = memo(
  function ToolCallSlot({ call }: ToolCallSlotProps): ReactNode {
    const { id, function: called } = call.toolCall;
    useMarkRendered("call", id);
    const hasSlot = useHasSlot(called.name);
    const ownRenderer = useToolCallRenderer(call);
    const renderer = hasSlot ? undefined : ownRenderer;
    const Card = useComponent("ToolCallCard", ToolCallCard);
    // An open question hides the row: earlier answers to the call stay beside the question.
    const isInRow =
      !renderer && Card === ToolCallCard && call.interrupts.every(({ answer }) => answer);
    return (
      <>
        <ToolCallContent call={call} renderer={renderer} />
        {hasSlot && <ShowInSlotButton name={called.name} id={id} />}
        <AnswersInRow.Provider value={isInRow}>
          <InterruptList interrupts={call.interrupts} toolCall={call} />
        </AnswersInRow.Provider>
        <SpawnedSubagents ids={call.subagents} Call={ToolCallSlot} />
      </>
    );
  },
  (before, after) => isSameCall(before.call, after.call),
);

/** @internal Renders a tool call with its interrupts and sub-agents, as a keyed element. */
export function renderToolCall(call: ToolCallView): ReactNode {
  return <ToolCallSlot key={call.toolCall.id} call={call} />;
}

interface ToolCallSlotProps {
  readonly call: ToolCallView;
}

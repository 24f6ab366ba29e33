import { memo, type ReactNode, Suspense, useCallback } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { CustomToolCall } from "../../hooks/tools/CustomToolCall.ts";
import {
  findToolRenderer,
  type ToolRenderer,
  toolRenderersOf,
} from "../../hooks/tools/toolRenderers.ts";
import { textOf } from "../../protocol/textOf.ts";
import { isSameCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import { AnswersInRow } from "../interrupt/AnswerDetails.tsx";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { CustomCardSlot } from "../settings/CustomCardSlot.tsx";
import { useComponent } from "../settings/settings.tsx";
import { SpawnedSubagents } from "../subagent/SpawnedSubagents.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { NotDisplayed } from "../ui/PartBoundary.tsx";
import { useMarkRendered } from "./renderedItems.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

/**
 * @internal Renders one tool call in a message with the registered renderer of its tool, or else with the default
 * card. The interrupts of the call and the sub-agents that it spawned follow.
 */
export const ToolCallSlot = memo(
  function ToolCallSlot({ call }: ToolCallSlotProps): ReactNode {
    const { name } = call.toolCall.function;
    const { agentId } = useThread();
    useMarkRendered("call", call.toolCall.id);
    const Card = useComponent("ToolCallCard", ToolCallCard);
    const renderer = useMatchingRenderer(
      toolRenderersOf,
      useCallback(
        (lists: readonly (readonly ToolRenderer[])[]) => findToolRenderer(lists, name, agentId),
        [name, agentId],
      ),
    );
    const card = <Card {...call} />;
    // An open question hides the row: earlier answers to the call stay beside the question.
    const isInRow =
      !renderer && Card === ToolCallCard && call.interrupts.every(({ answer }) => answer);
    return (
      <>
        <ErrorBoundary fallback={<FailedCall {...call} />} resetKeys={[renderer, call.status]}>
          {renderer ? (
            <ErrorBoundary fallback={card} resetKeys={[renderer, call.status]}>
              {/* A lazy renderer must not suspend the conversation around it. */}
              <Suspense fallback={card}>
                <CustomCardSlot key={renderer.id} isWaitingForUser={call.info.status === "waiting"}>
                  <CustomToolCall call={call} renderer={renderer} />
                </CustomCardSlot>
              </Suspense>
            </ErrorBoundary>
          ) : (
            card
          )}
        </ErrorBoundary>
        <AnswersInRow.Provider value={isInRow}>
          <InterruptList interrupts={call.interrupts} toolCall={call} />
        </AnswersInRow.Provider>
        <SpawnedSubagents ids={call.subagents} Call={ToolCallSlot} />
      </>
    );
  },
  (before, after) => isSameCall(before.call, after.call),
);

/** Renders the name, arguments and result of a call whose card has thrown. */
function FailedCall({ toolCall, result }: ToolCallView): ReactNode {
  const { name, arguments: args } = toolCall.function;
  return <NotDisplayed text={[name, args, textOf(result?.content)].filter(Boolean).join("\n")} />;
}

/** @internal Renders a tool call with its interrupts and sub-agents, as a keyed element. */
export function renderToolCall(call: ToolCallView): ReactNode {
  return <ToolCallSlot key={call.toolCall.id} call={call} />;
}

interface ToolCallSlotProps {
  readonly call: ToolCallView;
}

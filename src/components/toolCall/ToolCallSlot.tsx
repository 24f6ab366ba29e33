import { memo, type ReactNode, Suspense, useCallback } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import {
  findToolRenderer,
  type ToolRenderer,
  toolRenderersOf,
} from "../../hooks/tools/toolRenderers.ts";
import { CustomToolCall } from "../../hooks/tools/useToolRenderProps.ts";
import { isSameCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { CustomCardSlot } from "../settings/CustomCardSlot.tsx";
import { usePart } from "../settings/settings.tsx";
import { SpawnedSubagents } from "../subagent/SpawnedSubagents.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { useMarkRendered } from "./renderedItems.ts";
import { ToolCall } from "./ToolCall.tsx";

/**
 * @internal One tool call where it stands in a message: drawn by the renderer its tool has, else as
 * the default card, with what the agent asks a person about it, and the sub-agents it spawned.
 */
export const ToolCallSlot = memo(
  function ToolCallSlot({ call }: CallSlotProps): ReactNode {
    const { name } = call.toolCall.function;
    const { agentId } = useThread();
    useMarkRendered("call", call.toolCall.id);
    const Card = usePart("ToolCall", ToolCall);
    const renderer = useMatchingRenderer(
      toolRenderersOf,
      useCallback(
        (lists: readonly (readonly ToolRenderer[])[]) => findToolRenderer(lists, name, agentId),
        [name, agentId],
      ),
    );
    const card = <Card {...call} />;
    return (
      <>
        {renderer ? (
          <ErrorBoundary fallback={card} resetKeys={[renderer, call.status]}>
            {/* One that loads its code late must not hide the conversation meanwhile. */}
            <Suspense fallback={card}>
              <CustomCardSlot key={renderer.id} isAsking={call.info.status === "waiting"}>
                <CustomToolCall call={call} renderer={renderer} />
              </CustomCardSlot>
            </Suspense>
          </ErrorBoundary>
        ) : (
          card
        )}
        <InterruptList interrupts={call.interrupts} toolCall={call} />
        <SpawnedSubagents ids={call.subagents} Call={ToolCallSlot} />
      </>
    );
  },
  (before, now) => isSameCall(before.call, now.call),
);

/** @internal Draws a call of a message whole, with a key. */
export function renderToolCall(call: ToolCallView): ReactNode {
  return <ToolCallSlot key={call.toolCall.id} call={call} />;
}

interface CallSlotProps {
  readonly call: ToolCallView;
}

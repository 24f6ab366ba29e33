import { type ReactNode, Suspense, useCallback } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { CustomToolCall } from "../../hooks/tools/CustomToolCall.ts";
import {
  findToolRenderer,
  type ToolRenderer,
  toolRenderersOf,
} from "../../hooks/tools/toolRenderers.ts";
import { textOf } from "../../protocol/textOf.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { CustomCardSlot } from "../settings/CustomCardSlot.tsx";
import { useComponent } from "../settings/settings.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { NotDisplayed } from "../ui/PartBoundary.tsx";
import { ToolCallCard } from "./ToolCallCard.tsx";

/** @internal Returns the renderer of a call that a component has registered; `undefined` for the default card. */
export function useToolCallRenderer(call: ToolCallView | undefined): ToolRenderer | undefined {
  const { agentId } = useThread();
  return useMatchingRenderer(
    toolRenderersOf,
    useCallback(
      (lists: readonly (readonly ToolRenderer[])[]) =>
        call && findToolRenderer(lists, call, agentId),
      [call, agentId],
    ),
  );
}

interface ToolCallContentProps {
  readonly call: ToolCallView;
  /** `undefined` for the default card. */
  readonly renderer: ToolRenderer | undefined;
}

/** @internal Renders one tool call with a renderer, or else with the default card, without its interrupts. */
export function ToolCallContent({ call, renderer }: ToolCallContentProps): ReactNode {
  const Card = useComponent("ToolCallCard", ToolCallCard);
  const card = <Card {...call} />;
  return (
    <ErrorBoundary fallback={<FailedCall {...call} />} resetKeys={[renderer, call.status]}>
      {renderer ? (
        <ErrorBoundary fallback={card} resetKeys={[renderer, call.status]}>
          {/* A lazy renderer must not suspend the conversation around it. */}
          <Suspense fallback={card}>
            <CustomCardSlot key={renderer.id} isWaitingForUser={call.info.status === "waiting"}>
              <CustomToolCall call={call} renderer={renderer} defaultCard={card} />
            </CustomCardSlot>
          </Suspense>
        </ErrorBoundary>
      ) : (
        card
      )}
    </ErrorBoundary>
  );
}

/** Renders the name, arguments and result of a call whose card has thrown. */
function FailedCall({ toolCall, result }: ToolCallView): ReactNode {
  const { name, arguments: args } = toolCall.function;
  return <NotDisplayed text={[name, args, textOf(result?.content)].filter(Boolean).join("\n")} />;
}

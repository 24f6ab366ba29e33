import { type ReactNode, Suspense, useCallback } from "react";
import { useInterruptView } from "../../hooks/interrupts/useInterrupts.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import {
  findInterruptRenderer,
  type InterruptRenderer,
  type InterruptRenderProps,
  interruptRenderersOf,
} from "../../hooks/renderers/interruptRenderers.ts";
import { useFoundRenderer } from "../../hooks/renderers/useRenderers.ts";
import { useSnapshotWhile } from "../../hooks/thread/useSnapshot.ts";
import { isSameCall, selectToolCall } from "../../selectors/toolCallView.ts";
import { CustomCardSlot } from "../settings/CustomCardSlot.tsx";
import { usePart } from "../settings/settings.tsx";
import type { InterruptProps } from "../settings/transcriptProps.ts";
import { useMarkRendered } from "../toolCall/renderedItems.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { DefaultInterrupt } from "./DefaultInterrupt.tsx";

/**
 * Shows what the agent asks a person, with what it takes to answer, and the answer afterwards.
 *
 * `Chat` shows each interrupt with the tool call it is about, or where it was raised; use this to
 * show one from `useInterrupts` elsewhere. Drawn by the renderer that `useInterruptRenderer`
 * registered for it, else as the default card for its reason, which is `DefaultInterrupt`.
 *
 * @example What is open, beside the chat
 * ```tsx
 * const { interrupts } = useInterrupts();
 * return interrupts.map(({ interrupt }) => <Interrupt key={interrupt.id} interrupt={interrupt} />);
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function Interrupt({ interrupt, toolCall: given }: InterruptProps): ReactNode {
  const { agentId } = useThread();
  const { toolCallId } = interrupt;
  useMarkRendered("interrupt", interrupt.id);
  const isUnknown = given === undefined && toolCallId !== undefined;
  const toolCall = useSnapshotWhile(
    isUnknown,
    (snapshot) => (isUnknown ? selectToolCall(snapshot, toolCallId) : given),
    isSameCall,
  );
  const view = useInterruptView(interrupt);
  const Card = usePart("Interrupt", DefaultInterrupt);
  const renderer = useFoundRenderer(
    interruptRenderersOf,
    useCallback(
      (lists: readonly (readonly InterruptRenderer[])[]) =>
        findInterruptRenderer(lists, interrupt, agentId),
      [interrupt, agentId],
    ),
  );
  const props: InterruptRenderProps = { ...view, toolCall };
  const card = <Card {...props} />;
  if (!renderer) return card;
  return (
    <ErrorBoundary fallback={card} resetKeys={[renderer, interrupt]}>
      <Suspense fallback={card}>
        <CustomCardSlot key={renderer.id} isAsking={view.isOpen && view.answer === undefined}>
          <CustomInterrupt renderer={renderer} {...props} />
        </CustomCardSlot>
      </Suspense>
    </ErrorBoundary>
  );
}

/** Calls `render` and does not make a component of it: written inline, it is another every time. */
function CustomInterrupt({
  renderer,
  ...props
}: InterruptRenderProps & { readonly renderer: InterruptRenderer }): ReactNode {
  return renderer.render(props);
}

import { type ReactNode, Suspense, useCallback } from "react";
import { useInterruptView } from "../../hooks/interrupts/useInterrupts.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import {
  findInterruptRenderer,
  type InterruptRenderer,
  type InterruptRenderProps,
  interruptRenderersOf,
} from "../../hooks/renderers/interruptRenderers.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { useSnapshotWhile } from "../../hooks/thread/useSnapshot.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { isSameCall, selectToolCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import { CustomCardSlot } from "../settings/CustomCardSlot.tsx";
import { useComponent } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useMarkRendered } from "../toolCall/renderedItems.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { useShownItems } from "../ui/useShownItems.tsx";
import { useShownQuestions } from "../ui/useShownQuestions.tsx";
import { DefaultInterrupt } from "./DefaultInterrupt.tsx";
import { FailedInterrupt } from "./FailedInterrupt.tsx";

/** Props of `Interrupt`. */
export interface InterruptProps {
  /** An interrupt of the thread, open or answered. */
  readonly interrupt: InterruptRecord;
  /** The tool call that the interrupt names, if any. @defaultValue selected from the thread */
  readonly toolCall?: ToolCallView | undefined;
}

/**
 * Renders one interrupt with controls to answer it, and the answer afterwards.
 *
 * `Chat` renders each interrupt beside the tool call or message it belongs to; use this to render one
 * from `useInterrupts` elsewhere. Prefers a renderer that `useInterruptRenderer` registered, and falls
 * back to `DefaultInterrupt`, also when the renderer throws.
 *
 * @example Render open interrupts beside the chat
 * ```tsx
 * const { interrupts } = useInterrupts();
 * return interrupts.map(({ interrupt }) => <Interrupt key={interrupt.id} interrupt={interrupt} />);
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function Interrupt({ interrupt, toolCall: toolCallProp }: InterruptProps): ReactNode {
  const { agentId } = useThread();
  const { toolCallId } = interrupt;
  useMarkRendered("interrupt", interrupt.id);
  const needsLookup = toolCallProp === undefined && toolCallId !== undefined;
  const toolCall = useSnapshotWhile(
    needsLookup,
    (snapshot) => (needsLookup ? selectToolCall(snapshot, toolCallId) : toolCallProp),
    isSameCall,
  );
  const view = useInterruptView(interrupt);
  const Card = useComponent("Interrupt", DefaultInterrupt);
  const renderer = useMatchingRenderer(
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
        <CustomCardSlot
          key={renderer.id}
          isWaitingForUser={view.isOpen && view.answer === undefined}
        >
          <CustomInterrupt renderer={renderer} {...props} />
        </CustomCardSlot>
      </Suspense>
    </ErrorBoundary>
  );
}

/** Calls `render` as a function: an inline one used as a component type would remount every time. */
function CustomInterrupt({
  renderer,
  ...props
}: InterruptRenderProps & { readonly renderer: InterruptRenderer }): ReactNode {
  return renderer.render(props);
}

/** Number of answered interrupts, counted from the last one, that are rendered before the user asks for more. */
const MAX_ANSWERED = 50;

interface InterruptListProps extends Pick<InterruptProps, "toolCall"> {
  readonly interrupts: readonly InterruptRecord[];
}

/**
 * @internal Renders the interrupts of one position in the transcript, in order: the last of many answered ones, and the
 * first that wait for the user. A card that throws leaves the others and the chat.
 */
export function InterruptList({ interrupts, toolCall }: InterruptListProps): ReactNode {
  const strings = useStrings();
  const answered = interrupts.filter(({ answer }) => answer);
  const open = interrupts.filter(({ answer }) => !answer);
  const { shown: shownAnswered, moreButton } = useShownItems(answered, MAX_ANSWERED, "end");
  const { shown: shownOpen, moreNote } = useShownQuestions(open, strings.interrupt.moreQuestions);
  const shown = new Set([...shownAnswered, ...shownOpen]);
  return (
    <>
      {moreButton}
      {interrupts.map(
        (interrupt, index) =>
          shown.has(interrupt) && (
            <ErrorBoundary
              // biome-ignore lint/suspicious/noArrayIndexKey: a server may reuse the id of an interrupt
              key={`${interrupt.id}:${index}`}
              fallback={<FailedInterrupt interrupt={interrupt} />}
              resetKeys={[interrupt]}
            >
              <Interrupt interrupt={interrupt} toolCall={toolCall} />
            </ErrorBoundary>
          ),
      )}
      {moreNote}
    </>
  );
}

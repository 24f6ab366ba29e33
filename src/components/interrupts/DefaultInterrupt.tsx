import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/interruptRenderers.ts";
import { useSettings } from "../settings.tsx";

type LoadedCard = ComponentType<InterruptRenderProps & { readonly onRetry: () => void }>;

/** Loads the cards. Those that cannot be loaded become a sentence and a way on, not a broken page. */
const load = () =>
  lazy<LoadedCard>(() =>
    import("./InterruptCards.tsx").then(
      ({ InterruptCards }) => ({ default: InterruptCards }),
      () => ({ default: NotLoaded }),
    ),
  );

/** The same for every card, so that the second one is there at once. */
let shared = load();

/**
 * Draws an interrupt by its reason, with what it takes to answer, and the answer afterwards: a call
 * to approve, deny or edit, a question of yes or no, a form, files, or a text.
 *
 * This is what `Interrupt` shows unless `useInterruptRenderer` or the `components` of the chat say
 * otherwise. It is loaded when it is first shown. Renders a `<section>`, and a `<div>` once it is
 * answered.
 *
 * @example A renderer that adds to it
 * ```tsx
 * useInterruptRenderer({
 *   reason: "tool_call",
 *   render: (props) => (
 *     <>
 *       <Policy tool={props.toolCall?.toolCall.function.name} />
 *       <DefaultInterrupt {...props} />
 *     </>
 *   ),
 * });
 * ```
 * @selector `.agk-interrupt[data-status="open"]` Also `expired`, `answered` and `cancelled`.
 * @selector `.agk-interrupt[data-waiting]` Answered, while other questions are still open.
 * @selector `.agk-interrupt[data-reason="tool_call"]` The reason the agent gave.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function DefaultInterrupt(props: InterruptRenderProps): ReactNode {
  const [Card, setCard] = useState(() => shared);
  const handleRetry = () => {
    shared = load();
    setCard(() => shared);
  };
  return (
    <Suspense fallback={<Loading {...props} />}>
      <Card {...props} onRetry={handleRetry} />
    </Suspense>
  );
}

/** As high as a small card, or as the line that stays of it. */
function Loading({ interrupt: { message }, answer, isOpen }: InterruptRenderProps): ReactNode {
  const isLine = answer !== undefined && !isOpen;
  return (
    <div className="agk-interrupt" data-status={isLine ? answer.status : "open"} aria-busy="true">
      {!isLine && (
        <p className="agk-interrupt-message" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { strings } = useSettings();
  return (
    <div className="agk-interrupt" data-status="failed">
      <p className="agk-problem" role="alert">
        {strings.interrupt.loadFailed}
      </p>
      <button type="button" className="agk-button" onClick={onRetry}>
        {strings.retry}
      </button>
    </div>
  );
}

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/interruptRenderers.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import { useClass } from "../settings.tsx";
import { loadForm } from "./loadForm.ts";

type LoadedCard = ComponentType<InterruptRenderProps & { readonly onRetry: () => void }>;

/** Loads the cards. Those that cannot be loaded become a sentence and a way on, not a broken page. */
const load = ({ withForm }: { readonly withForm: boolean }) =>
  lazy<LoadedCard>(async () => {
    // One after the other, a card would be there first, and then grow.
    const form = withForm ? loadForm() : undefined;
    try {
      const { InterruptCards } = await import("./InterruptCards.tsx");
      await form;
      return { default: InterruptCards };
    } catch {
      return { default: NotLoaded };
    }
  });

const loadBoth = () => ({
  buttons: load({ withForm: false }),
  form: load({ withForm: true }),
});

/** The same for every card, so that the second one is there at once. */
let shared = loadBoth();

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
  const [kind] = useState(() => kindOf(props));
  const [cards, setCards] = useState(shared);
  const Card = cards[kind];
  const mayEdit = props.interrupt.responseSchema !== undefined && props.isOpen;
  useEffect(() => {
    if (mayEdit) void loadForm();
  }, [mayEdit]);
  const handleRetry = () => {
    shared = loadBoth();
    setCards(shared);
  };
  return (
    <Suspense fallback={<Loading {...props} />}>
      <Card {...props} onRetry={handleRetry} />
    </Suspense>
  );
}

/** What a card will most likely be answered with. That there is nothing to wait for is certain. */
function kindOf({ interrupt, answer, isOpen }: InterruptRenderProps): "buttons" | "form" {
  const { reason, responseSchema } = interrupt;
  const hasButtons = reason === "tool_call" || reason === "confirmation";
  const isLine = answer !== undefined && !isOpen;
  return responseSchema === undefined || hasButtons || isLine ? "buttons" : "form";
}

/** About as high as the card will be, or as the line that stays of it. */
function Loading(props: InterruptRenderProps): ReactNode {
  const { interrupt, answer, isOpen } = props;
  const { message, reason, responseSchema } = interrupt;
  const isLine = answer !== undefined && !isOpen;
  const fields = kindOf(props) === "form" ? Object.keys(responseSchema?.properties ?? {}) : [];
  return (
    <div
      className={useClass("Interrupt", "agk-interrupt")}
      data-status={isLine ? answer.status : "open"}
      data-reason={reason}
      aria-busy="true"
      {...(fields.length > 0 && {
        style: { minBlockSize: `${11 + 5 * Math.min(fields.length, 6)}em` },
      })}
    >
      {!isLine && (
        <p className="agk-interrupt-message" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <div className="agk-interrupt" data-status="failed">
      <LoadFailed onRetry={onRetry} />
    </div>
  );
}

import { type ReactNode, useEffect, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { useClass } from "../settings/settings.tsx";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import { loadForm } from "./loadForm.ts";

const loadCards = () => import("./InterruptCards.tsx").then((file) => file.InterruptCards);

/** Cards that cannot be loaded become a sentence and a way on, not a broken page. */
const meanwhile = { Loading, Failed: NotLoaded };

const cards = {
  buttons: lazyPart<InterruptRenderProps>(loadCards, meanwhile),
  // One after the other, a card would be there first, and then grow.
  form: lazyPart<InterruptRenderProps>(
    () => Promise.all([loadCards(), loadForm()]).then(([Cards]) => Cards),
    meanwhile,
  ),
};

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
  const Card = cards[kind];
  const mayEdit = props.interrupt.responseSchema !== undefined && props.isOpen;
  useEffect(() => {
    if (mayEdit) void loadForm();
  }, [mayEdit]);
  return <Card {...props} />;
}

/** What a card will most likely be answered with. That there is nothing to wait for is certain. */
function kindOf({ interrupt, answer, isOpen }: InterruptRenderProps): "buttons" | "form" {
  const { reason, responseSchema } = interrupt;
  const hasButtons = reason === "tool_call" || reason === "confirmation";
  const isLine = answer !== undefined && !isOpen;
  return responseSchema === undefined || hasButtons || isLine ? "buttons" : "form";
}

/** How high a small card takes, in lines of text; where nothing is known, that takes a text. */
const heights = new Map([
  ["tool_call", 14],
  ["upload_required", 12],
  ["confirmation", 9],
]);

/** About as high as the card will be, or as the line that stays of it. */
function Loading(props: InterruptRenderProps): ReactNode {
  const { interrupt, answer, isOpen } = props;
  const { message, reason, responseSchema } = interrupt;
  const isLine = answer !== undefined && !isOpen;
  const fields =
    kindOf(props) === "form" ? Object.keys(responseSchema?.properties ?? {}).length : 0;
  const height = fields ? 11 + 5 * Math.min(fields, 6) : (heights.get(reason) ?? 17);
  return (
    <div
      className={useClass("Interrupt", "agk-interrupt")}
      data-status={isLine ? answer.status : "open"}
      data-reason={reason}
      aria-busy="true"
      style={isLine ? undefined : { minBlockSize: `${height}em` }}
    >
      {!isLine && (
        <p className="agk-interrupt-message" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}

function NotLoaded({ onRetry }: Retry): ReactNode {
  return (
    <div className="agk-interrupt" data-status="failed">
      <LoadFailed onRetry={onRetry} />
    </div>
  );
}

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { Problem } from "../schemaForm/Field.tsx";
import { useClass } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { focusQuestion } from "../ui/focusNextQuestion.ts";
import { Icon } from "../ui/Icon.tsx";
import { useFocusOnward } from "../ui/useFocusOnward.ts";
import { AnswerControls } from "./AnswerControls.tsx";
import { answerKindOf, titleOf } from "./answerKind.ts";
import { Countdown } from "./Countdown.tsx";
import { subjectOf } from "./interruptSubject.ts";
import { Context, QuestionText, ToolSubject } from "./QuestionText.tsx";
import { useAnswering } from "./useAnswer.ts";
import { useDelayedDisable } from "./useDelayedDisable.ts";

interface InterruptCardProps extends InterruptRenderProps {
  /** Whether it takes the focus, because the person asked for it. */
  readonly takesFocus: boolean;
  /** Goes back to the answer there is. */
  readonly onKeep: (() => void) | undefined;
}

/** @internal A question with what it takes to answer. Renders a `<section>`. */
export function InterruptCard(props: InterruptCardProps): ReactNode {
  const { interrupt, toolCall, isExpired, takesFocus, onKeep } = props;
  const strings = useStrings();
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const isLocked = useDelayedDisable(card, isExpired);
  const answering = useAnswering({ ...props, isExpired: isLocked });
  const subject = useMemo(() => subjectOf({ interrupt, toolCall }), [interrupt, toolCall]);
  const asking = useMemo(() => answerKindOf(interrupt, subject.args), [interrupt, subject]);
  useFocusOnward(card);
  useLayoutEffect(() => {
    if (takesFocus && card.current) focusQuestion(card.current);
  }, [takesFocus]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand around the fields of a form
    <section
      className={useClass("Interrupt", "agk-interrupt")}
      // No landmark: there may be several, and none is a part of the page.
      role="group"
      data-reason={interrupt.reason}
      data-status={isExpired ? "expired" : "open"}
      aria-labelledby={titleId}
      // Which call it is about is heard with the buttons.
      aria-describedby={`${titleId}t ${titleId}q`}
      aria-busy={answering.isBusy || undefined}
      // Takes the focus before what can be answered with, or a second Enter would answer it.
      tabIndex={-1}
      ref={card}
      onKeyDown={ignoreHeldEnter}
    >
      <div className="agk-interrupt-head">
        <Icon name="pause" />
        <span className="agk-interrupt-title" id={titleId} dir="auto">
          {titleOf(interrupt, strings)}
        </span>
        {interrupt.expiresAt !== undefined && !isExpired && (
          <Countdown expiresAt={interrupt.expiresAt} />
        )}
      </div>
      <QuestionText interrupt={interrupt} id={`${titleId}q`} />
      {interrupt.reason === "tool_call" && <ToolSubject subject={subject} id={`${titleId}t`} />}
      <Context interrupt={interrupt} subject={subject} />
      {/* There before it has something to say, as it would not be heard else. */}
      <p className="agk-interrupt-note" role="status">
        {isExpired && strings.interrupt.expired}
      </p>
      <div className="agk-interrupt-answer">
        <AnswerControls
          asking={asking}
          answering={answering}
          subject={subject}
          given={props.answer?.payload as unknown}
          onKeep={onKeep}
        />
      </div>
      <div className="agk-problems" role="alert">
        {answering.problems.map((text) => (
          <Problem key={text} text={text} />
        ))}
      </div>
    </section>
  );
}

/** A key held down must not go on to answer what it has opened. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) {
    event.preventDefault();
  }
}

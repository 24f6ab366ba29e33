import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { IgnoreErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { ProblemList } from "../schemaForm/ProblemList.tsx";
import { useClassName } from "../settings/settings.tsx";
import { openCards, useCountedCard } from "../state/cardCounts.ts";
import { DraftContext } from "../state/draftState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { focusCard, useFocusNextCard } from "../ui/focusNextCard.ts";
import {
  HiddenPartsContext,
  QuestionHiddenPartsContext,
  useCardHiddenParts,
} from "../ui/hiddenParts.ts";
import { Icon } from "../ui/Icon.tsx";
import { VisibleName } from "../ui/VisibleText.tsx";
import { AnswerControls } from "./AnswerControls.tsx";
import { useApprovalCardId } from "./approveAll/useApprovalGroup.tsx";
import { Countdown } from "./Countdown.tsx";
import { expectedAnswerOf, interruptTitle } from "./expectedAnswer.ts";
import { InterruptContext, InterruptMessage, ToolSubject } from "./InterruptMessage.tsx";
import { interruptTextOf, subjectOf, withoutQuestion } from "./interruptSubject.ts";
import { useAnswer } from "./useAnswer.ts";

interface InterruptCardProps extends InterruptRenderProps {
  /** True when the card takes focus, because the user has just reopened the question. */
  readonly takesFocus: boolean;
  /** Gives the answer again that the user is changing. Absent when there is none to keep. */
  readonly onKeep: (() => ReturnType<InterruptRenderProps["resolve"]>) | undefined;
}

/** @internal Renders an open question with controls to answer it. Renders a `<section>`. */
export function InterruptCard(props: InterruptCardProps): ReactNode {
  const { interrupt, toolCall, isExpired, takesFocus, onKeep } = props;
  const strings = useStrings();
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const isDisabled = useDelayedDisable(card, isExpired);
  const answerState = useAnswer({ ...props, isExpired: isDisabled });
  const subject = useMemo(() => subjectOf({ interrupt, toolCall }), [interrupt, toolCall]);
  const expectedAnswer = useMemo(
    () => expectedAnswerOf(interrupt, subject.args),
    [interrupt, subject],
  );
  // The answer permits something, so no metadata is collapsed, and no argument is left out.
  const isDecision =
    expectedAnswer.kind === "decision" || ["tool_call", "confirmation"].includes(interrupt.reason);
  const currentAnswer = props.answer ?? interrupt.previousAnswer;
  const shownSubject = isDecision ? subject : withoutQuestion(subject, interrupt);
  const { name: toolName } = shownSubject;
  const toolId = toolName === undefined ? "" : `${titleId}t`;
  const questionId = interruptTextOf(interrupt).text === undefined ? "" : `${titleId}q`;
  const describedBy = `${toolId} ${questionId}`.trim() || undefined;
  const parts = useCardHiddenParts(interrupt.id);
  const thread = useThread();
  // A later run may ask with the same object.
  const draftOwner = useMemo(
    () => ({ question: interrupt, part: `answer ${thread.getSnapshot().run.runId}` }),
    [interrupt, thread],
  );
  // A closed popup or sidebar shows no card.
  const isInClosedSurface = useContext(IgnoreErrorDisplay);
  useCountedCard(openCards, interrupt.id, !isInClosedSurface);
  useFocusNextCard(card);
  useIsomorphicLayoutEffect(() => {
    if (takesFocus && card.current) focusCard(card.current);
  }, [takesFocus]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group the fieldsets of a form
    <section
      className={useClassName("Interrupt", "agk-interrupt")}
      // A group and not a region: a landmark for each card would be too many.
      role="group"
      id={useApprovalCardId(interrupt.id)}
      data-reason={interrupt.reason}
      data-status={isExpired ? "expired" : "open"}
      data-unit={`interrupt ${interrupt.id}`}
      aria-labelledby={titleId}
      // Screen readers announce the tool and the question together with the focused button.
      aria-describedby={describedBy}
      aria-busy={answerState.isBusy || undefined}
      // The card takes focus before its buttons do, so that a second Enter answers nothing.
      tabIndex={-1}
      ref={card}
      onKeyDown={ignoreRepeatedEnter}
    >
      <div className="agk-interrupt-head">
        <Icon name="waiting" />
        <span className="agk-interrupt-title" id={titleId} dir="auto">
          {interruptTitle(interrupt, strings)}
        </span>
        {toolName !== undefined && (
          <span className="agk-tool-name" id={toolId}>
            <HiddenPartsContext.Provider value={parts.besideSubject}>
              <VisibleName name={toolName} canExpand />
            </HiddenPartsContext.Provider>
          </span>
        )}
        {interrupt.expiresAt !== undefined && !isExpired && (
          <Countdown expiresAt={interrupt.expiresAt} />
        )}
      </div>
      <HiddenPartsContext.Provider value={parts.besideSubject}>
        <InterruptMessage interrupt={interrupt} id={`${titleId}q`} />
        {/* Any answer may permit the call, also a text or a form. */}
        <HiddenPartsContext.Provider value={parts.subject}>
          <ToolSubject subject={{ ...shownSubject, name: undefined }} />
        </HiddenPartsContext.Provider>
        <InterruptContext interrupt={interrupt} subject={subject} isDecision={isDecision} />
        {/* Rendered while empty: screen readers ignore a live region that appears with its text. */}
        <p className="agk-interrupt-note" role="status">
          {isExpired && strings.interrupt.expired}
        </p>
        <div className="agk-interrupt-answer">
          <DraftContext.Provider value={draftOwner}>
            <QuestionHiddenPartsContext.Provider value={parts.all}>
              <AnswerControls
                expectedAnswer={expectedAnswer}
                answerState={answerState}
                subject={subject}
                currentPayload={currentAnswer?.payload as unknown}
                onKeep={onKeep && (() => answerState.submitAll(onKeep))}
                interrupt={interrupt}
                isExpired={isExpired}
                parts={parts}
              />
            </QuestionHiddenPartsContext.Provider>
          </DraftContext.Provider>
        </div>
      </HiddenPartsContext.Provider>
      <ProblemList messages={answerState.problems} />
    </section>
  );
}

/** Prevents a held Enter key from answering the question that it has just opened. */
function ignoreRepeatedEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) {
    event.preventDefault();
  }
}

/** Focused form controls that a browser takes focus from when they are disabled. */
const FOCUSED_CONTROL =
  ".agk-form :is(input, select, textarea, fieldset button, [type='submit']):focus";

/**
 * Returns whether to disable the controls of a card, one render after it expires. The card takes the
 * focus of a form control first, because browsers drop the focus of a disabled one.
 */
function useDelayedDisable(card: RefObject<HTMLElement | null>, isExpired: boolean): boolean {
  const [isDisabled, setDisabled] = useState(isExpired);
  useIsomorphicLayoutEffect(() => {
    if (isExpired && card.current?.querySelector(FOCUSED_CONTROL)) card.current.focus();
    setDisabled(isExpired);
  }, [card, isExpired]);
  return isDisabled;
}

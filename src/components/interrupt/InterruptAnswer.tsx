import { type ReactNode, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { humanize } from "../../selectors/humanize.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { VisibleText } from "../ui/VisibleText.tsx";
import { AnswerDetails } from "./AnswerDetails.tsx";
import { type AnswerSummary, summarizeAnswer } from "./answerSummary.ts";
import { useApprovalCardId } from "./approveAll/useApprovalGroup.tsx";
import { ToolSubject } from "./InterruptMessage.tsx";
import {
  hasSubject,
  interruptTextOf,
  shownContextOf,
  subjectOf,
  withoutQuestion,
} from "./interruptSubject.ts";

const icons: Readonly<Record<AnswerSummary["verdict"], IconName>> = {
  approved: "done",
  approvedEdited: "done",
  denied: "denied",
  confirmed: "done",
  declined: "denied",
  answered: "done",
  cancelled: "unfinished",
};

interface InterruptAnswerProps extends InterruptRenderProps {
  readonly answer: NonNullable<InterruptRenderProps["answer"]>;
  /** True when the change button takes focus, because the user has just decided to keep the answer. */
  readonly takesFocus: boolean;
  /** Absent when the answer can no longer be changed. */
  readonly onChange: (() => void) | undefined;
}

/** @internal Renders an answer as one line that expands to the question and the values. Renders a `<div>`. */
export function InterruptAnswer(props: InterruptAnswerProps): ReactNode {
  const { interrupt, answer, isOpen, takesFocus, onChange } = props;
  const strings = useStrings();
  const button = useRef<HTMLButtonElement>(null);
  useIsomorphicLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <div
      className={useClassName("Interrupt", "agk-interrupt")}
      id={useApprovalCardId(interrupt.id)}
      data-reason={interrupt.reason}
      data-status={answer.status === "cancelled" ? "cancelled" : "answered"}
      data-waiting={isOpen || undefined}
      data-unit={`interrupt ${interrupt.id}`}
    >
      <Summary {...props} />
      {isOpen && (
        <span className="agk-interrupt-open">
          <span className="agk-interrupt-note">{strings.answers.waiting}</span>
          {onChange && (
            <button type="button" className="agk-button" ref={button} onClick={onChange}>
              {strings.interrupt.changeAnswer}
            </button>
          )}
        </span>
      )}
    </div>
  );
}

function Summary({ interrupt, answer, toolCall, isOpen }: InterruptAnswerProps): ReactNode {
  const strings = useStrings();
  const { verdict, reason, values } = summarizeAnswer(interrupt, answer);
  const { text, fields } = interruptTextOf(interrupt);
  const subject = subjectOf({ interrupt, toolCall });
  const shortAnswer = reason ?? (typeof values === "string" ? values : undefined);
  // The row of the call, which names the tool, is hidden until the answer is sent.
  const name = isOpen || text === undefined ? subject.name : undefined;
  const description = [name && humanize(name), text, shortAnswer].filter(Boolean).join(" · ");
  const line = (
    <>
      <Icon name={icons[verdict]} />
      <span className="agk-status">{strings.answers[verdict]}</span>
      {description !== "" && (
        <span className="agk-interrupt-about" dir="auto">
          <VisibleText text={description} kind="prose" />
        </span>
      )}
    </>
  );
  const isSubjectShown = (toolCall === undefined || isOpen) && hasSubject(subject);
  const context = shownContextOf(interrupt, subject);
  const hasDetails =
    isSubjectShown || [text, fields, values, context].some((part) => part !== undefined);
  if (!hasDetails) return <div className="agk-interrupt-line">{line}</div>;
  return (
    <Disclosure className="agk-interrupt-line" summary={line}>
      {() => (
        <AnswerDetails interrupt={interrupt} toolCall={toolCall} answer={answer}>
          {isSubjectShown && <ToolSubject subject={withoutQuestion(subject, interrupt)} />}
        </AnswerDetails>
      )}
    </Disclosure>
  );
}

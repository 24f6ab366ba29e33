import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { useClass } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { JsonValue } from "../toolCall/JsonView.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { type AnswerSummary, outcomeOf } from "./answerSummary.ts";
import { questionOf, subjectOf } from "./interruptSubject.ts";

const icons: Readonly<Record<AnswerSummary["verdict"], IconName>> = {
  approved: "check",
  approvedEdited: "check",
  denied: "cross",
  confirmed: "check",
  declined: "cross",
  answered: "check",
  cancelled: "dash",
};

interface AnsweredInterruptProps extends InterruptRenderProps {
  readonly answer: NonNullable<InterruptRenderProps["answer"]>;
  /** Whether its button takes the focus, because the person comes from there. */
  readonly takesFocus: boolean;
  /** Absent when it is too late for another answer. */
  readonly onChange: (() => void) | undefined;
}

/** @internal One quiet line about what was answered, which opens to all of it. Renders a `<div>`. */
export function AnsweredInterrupt(props: AnsweredInterruptProps): ReactNode {
  const { interrupt, answer, isOpen, takesFocus, onChange } = props;
  const strings = useStrings();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <div
      className={useClass("Interrupt", "agk-interrupt")}
      data-reason={interrupt.reason}
      data-status={answer.status === "cancelled" ? "cancelled" : "answered"}
      data-waiting={isOpen || undefined}
    >
      <Answer {...props} />
      {isOpen && (
        <span className="agk-interrupt-open">
          <span className="agk-interrupt-note">{strings.answers.waiting}</span>
          {onChange && (
            <button type="button" className="agk-button" ref={button} onClick={onChange}>
              {strings.interrupt.change}
            </button>
          )}
        </span>
      )}
    </div>
  );
}

function Answer({ interrupt, answer, toolCall }: AnsweredInterruptProps): ReactNode {
  const strings = useStrings();
  const { verdict, reason, values } = outcomeOf(interrupt, answer);
  const { text, fields } = questionOf(interrupt);
  const about = reason ?? text ?? subjectOf({ interrupt, toolCall }).name;
  const line = (
    <>
      <Icon name={icons[verdict]} />
      <span className="agk-status">{strings.answers[verdict]}</span>
      {about !== undefined && (
        <span className="agk-interrupt-about" dir="auto">
          {about}
        </span>
      )}
    </>
  );
  const hasMore = text !== undefined || fields !== undefined || values !== undefined;
  if (!hasMore) return <div className="agk-interrupt-line">{line}</div>;
  return (
    <Disclosure className="agk-interrupt-line" summary={line}>
      {() => (
        <>
          {text !== undefined && (
            <p className="agk-interrupt-message" dir="auto">
              {text}
            </p>
          )}
          {fields !== undefined && <JsonValue value={fields} />}
          {reason !== undefined && <Part label={strings.interrupt.denyReason} value={reason} />}
          {values !== undefined && <Part label={strings.interrupt.answer} value={values} />}
        </>
      )}
    </Disclosure>
  );
}

function Part({ label, value }: { readonly label: string; readonly value: unknown }): ReactNode {
  return (
    <div className="agk-section">
      <span className="agk-label">{label}</span>
      <JsonValue value={value} />
    </div>
  );
}

import { createContext, type ReactNode } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";
import { VisibleText } from "../ui/VisibleText.tsx";
import { summarizeAnswer } from "./answerSummary.ts";
import { interruptTextOf, shownContextOf, subjectOf, withoutQuestion } from "./interruptSubject.ts";

/** @internal True where the row of a tool call shows the answers that were sent, which then have no line of their own. */
export const AnswersInRow = createContext(false);

interface AnswerDetailsProps extends Pick<InterruptRenderProps, "interrupt" | "toolCall"> {
  readonly answer: NonNullable<InterruptRenderProps["answer"]>;
  /** True below the arguments of the call, which may contain the question. @defaultValue false */
  readonly isBelowArguments?: boolean;
  /** The subject of the question, shown below its text. */
  readonly children?: ReactNode;
}

/** @internal Renders the text of an answered question, with the values of the answer. */
export function AnswerDetails(props: AnswerDetailsProps): ReactNode {
  const { interrupt, answer, isBelowArguments = false, children } = props;
  const strings = useStrings();
  const { reason, values } = summarizeAnswer(interrupt, answer);
  const { text, fields } = interruptTextOf(interrupt);
  const subject = subjectOf(props);
  const context = shownContextOf(interrupt, subject);
  const isRepetition = isBelowArguments && withoutQuestion(subject, interrupt) !== subject;
  return (
    <>
      {text !== undefined && !isRepetition && (
        <Section label={strings.interrupt.questionTitle}>
          <p className="agk-interrupt-message" dir="auto">
            <VisibleText text={text} kind="prose" />
          </p>
        </Section>
      )}
      {fields !== undefined && <JsonView value={fields} isExact />}
      {children}
      {context !== undefined && <JsonView value={context} isExact />}
      {reason !== undefined && (
        <Section label={strings.interrupt.denyReason}>
          <JsonView value={reason} isExact />
        </Section>
      )}
      {values !== undefined && (
        <Section label={strings.interrupt.answer}>
          <JsonView value={values} isExact />
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Section({ label, children }: SectionProps): ReactNode {
  return (
    <div className="agk-section">
      <span className="agk-label">{label}</span>
      {children}
    </div>
  );
}

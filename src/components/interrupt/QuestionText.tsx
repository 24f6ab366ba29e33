import { type ReactNode, useRef } from "react";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { useStrings } from "../strings/useStrings.ts";
import { JsonSource } from "../toolCall/JsonSource.tsx";
import { JsonValue } from "../toolCall/JsonView.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { contextOf, questionOf, type Subject } from "./interruptSubject.ts";
import { useIsScrollable } from "./useIsScrollable.ts";

/** @internal What is asked: a text, and what stood beside it in a message that is JSON. */
export function QuestionText({
  interrupt,
  id,
}: {
  readonly interrupt: InterruptRecord;
  readonly id: string;
}): ReactNode {
  const { text, fields } = questionOf(interrupt);
  return (
    <>
      {text !== undefined && (
        <p className="agk-interrupt-message" id={id} dir="auto">
          {text}
        </p>
      )}
      {fields !== undefined && <JsonValue value={fields} />}
    </>
  );
}

interface ToolSubjectProps {
  readonly subject: Subject;
  /** Of the name, for what is described by it. */
  readonly id?: string | undefined;
}

/** @internal The tool that would run, and with what. Renders nothing when neither is known. */
export function ToolSubject({ subject, id }: ToolSubjectProps): ReactNode {
  if (subject.name === undefined && !hasArgs(subject)) return null;
  return <SubjectBox subject={subject} id={id} />;
}

function SubjectBox({ subject: { name, args, source }, id }: ToolSubjectProps): ReactNode {
  const strings = useStrings();
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useIsScrollable(box);
  const text = source ?? (typeof args === "string" ? args : undefined);
  return (
    <div
      className="agk-interrupt-subject"
      ref={box}
      // What scrolls must scroll by keyboard too.
      {...(scrolls && { role: "group", tabIndex: 0, "aria-label": strings.toolCall.arguments })}
    >
      {name !== undefined && (
        <span className="agk-tool-name" id={id}>
          {name}
        </span>
      )}
      {text === undefined ? (
        hasContent(args) && <JsonValue value={args} />
      ) : (
        <JsonSource text={text} />
      )}
    </div>
  );
}

/**
 * @internal What the server says beside the question, and the call it is about. Folded, unless there
 * is nothing else to go by.
 */
export function Context({
  interrupt,
  subject,
}: {
  readonly interrupt: InterruptRecord;
  readonly subject: Subject;
}): ReactNode {
  const strings = useStrings();
  const isCall = interrupt.reason === "tool_call";
  // The rest of the metadata of an approval is about the call, which is shown.
  const context = isCall && !interrupt.metadata?.payload ? undefined : contextOf(interrupt);
  const hasCall = !isCall && (subject.name !== undefined || hasArgs(subject));
  if (context === undefined && !hasCall) return null;
  const { text, fields } = questionOf(interrupt);
  return (
    <Disclosure
      className="agk-interrupt-details"
      isOpen={text === undefined && fields === undefined && !isCall}
      summary={<span className="agk-label">{strings.interrupt.details}</span>}
    >
      {() => (
        <>
          {hasCall && <ToolSubject subject={subject} />}
          {context !== undefined && <JsonValue value={context} />}
        </>
      )}
    </Disclosure>
  );
}

function hasArgs({ args, source }: Subject): boolean {
  return source !== undefined || hasContent(args);
}

function hasContent(args: unknown): boolean {
  if (args === undefined || args === null) return false;
  return typeof args !== "object" || Object.keys(args).length > 0;
}

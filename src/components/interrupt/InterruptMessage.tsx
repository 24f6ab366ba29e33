import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { ProblemMessage } from "../schemaForm/ProblemList.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { JsonSource } from "../toolCall/JsonSource.tsx";
import { JsonView } from "../toolCall/JsonView.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { VisibleName, VisibleText } from "../ui/VisibleText.tsx";
import {
  describesAction,
  hasContent,
  hasSubject,
  type InterruptSubject,
  interruptTextOf,
  shownContextOf,
} from "./interruptSubject.ts";
import { findJsonFault } from "./parseFreeText.ts";

interface InterruptMessageProps {
  readonly interrupt: InterruptRecord;
  /** Id of the text, for `aria-describedby`. */
  readonly id: string;
}

/** Most characters of a question that is the title of its card. */
const MAX_TITLE = 120;

/** @internal Renders the message of an interrupt: its text, and the other fields of a JSON message. */
export function InterruptMessage({ interrupt, id }: InterruptMessageProps): ReactNode {
  const { text, fields } = interruptTextOf(interrupt);
  return (
    <>
      {text !== undefined && (
        <p
          className="agk-interrupt-message"
          // A short question has the look of a title.
          data-long={text.length > MAX_TITLE || text.includes("\n") || undefined}
          id={id}
          dir="auto"
        >
          <VisibleText text={text} kind="prose" />
        </p>
      )}
      {fields !== undefined && <JsonView value={fields} isExact />}
    </>
  );
}

interface ToolSubjectProps {
  readonly subject: InterruptSubject;
}

/** @internal Renders the name and arguments of a tool call. Renders nothing when neither is known. */
export function ToolSubject({ subject }: ToolSubjectProps): ReactNode {
  if (!hasSubject(subject)) return null;
  return <ToolSubjectBox subject={subject} />;
}

function ToolSubjectBox({ subject: { name, args, source } }: ToolSubjectProps): ReactNode {
  const strings = useStrings();
  const box = useRef<HTMLDivElement>(null);
  const isScrollable = useIsScrollable(box);
  const text = source ?? (typeof args === "string" ? args : undefined);
  return (
    <div
      className="agk-interrupt-subject"
      ref={box}
      // Focusable, so that the keyboard can scroll it.
      {...(isScrollable && {
        role: "group",
        tabIndex: 0,
        "aria-label": strings.toolCall.arguments,
      })}
    >
      {name !== undefined && (
        <span className="agk-tool-name">
          <VisibleName name={name} canExpand />
        </span>
      )}
      {text === undefined ? (
        hasContent(args) && <JsonView value={args} isExact />
      ) : (
        <JsonSource text={text} isExact />
      )}
      {source !== undefined && findJsonFault(source) === "duplicate" && (
        <ProblemMessage text={strings.form.duplicateName} />
      )}
    </div>
  );
}

interface InterruptContextProps {
  readonly interrupt: InterruptRecord;
  /** The tool call, which the card shows above. */
  readonly subject: InterruptSubject;
  /** True when the answer permits something. */
  readonly isDecision: boolean;
}

/**
 * @internal Renders the metadata of an interrupt. It is collapsed at first below the message of a question that asks for
 * no decision, unless it describes an action.
 */
export function InterruptContext(props: InterruptContextProps): ReactNode {
  const { interrupt, subject, isDecision } = props;
  const strings = useStrings();
  const { context, isAction } = useMemo(() => {
    const shown = shownContextOf(interrupt, subject);
    return { context: shown, isAction: describesAction(shown, subject) };
  }, [interrupt, subject]);
  if (context === undefined) return null;
  const { text, fields } = interruptTextOf(interrupt);
  return (
    <Disclosure
      className="agk-interrupt-details"
      isOpen={isDecision || isAction || (text === undefined && fields === undefined)}
      summary={<span className="agk-label">{strings.interrupt.details}</span>}
    >
      {() => <JsonView value={context} isExact />}
    </Disclosure>
  );
}

/** Returns whether an element's content overflows and the element scrolls. */
function useIsScrollable(ref: RefObject<HTMLElement | null>): boolean {
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const element = ref.current;
    // Test environments without layout have no ResizeObserver.
    if (!element || !globalThis.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      const isScroller = getComputedStyle(element).overflowY === "auto";
      setScrollable(isScroller && element.scrollHeight > element.clientHeight);
    });
    observer.observe(element);
    // Growing content does not resize the box around it.
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [ref]);
  return isScrollable;
}

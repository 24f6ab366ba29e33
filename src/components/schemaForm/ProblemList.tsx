import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { VisibleText } from "../ui/VisibleText.tsx";

interface ProblemListProps {
  /** Id for the `aria-describedby` of a control. */
  readonly id?: string;
  readonly messages: readonly string[];
  /** True when a form moves focus here, because no control shows the problem. */
  readonly isFocusTarget?: boolean;
}

/**
 * @internal Announces problems with an answer. Render the list also while it is empty: screen readers
 * ignore a live region that appears together with its text. Renders a `<div role="alert">`.
 */
export function ProblemList({ id, messages, isFocusTarget = false }: ProblemListProps): ReactNode {
  return (
    <div
      className="agk-problems"
      id={id}
      role="alert"
      {...(isFocusTarget && { "data-problem": true, tabIndex: -1 })}
    >
      {messages.map((message) => (
        <ProblemMessage key={message} text={message} />
      ))}
    </div>
  );
}

/** @internal Renders the message of one problem. Renders a `<p>`. */
export function ProblemMessage({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="agk-problem">
      <Icon name="alert" />
      <span dir="auto">
        <VisibleText text={text} kind="prose" />
      </span>
    </p>
  );
}

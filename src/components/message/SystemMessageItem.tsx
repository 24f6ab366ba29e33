import type { ReactNode } from "react";
import { useClassName } from "../settings/settings.tsx";
import type { SystemMessageItemProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";

/** Longer messages are collapsed: a user seldom wants to read a system prompt. In characters. */
const MAX_INLINE_LENGTH = 160;

/**
 * Shows a system or developer message as a slim note, collapsed when it is longer than 160 characters.
 *
 * Renders a `<div>`, or a `<details>` when collapsed.
 *
 * @example A note in an aside element
 * ```tsx
 * const Note = (props: SystemMessageItemProps) => <aside><SystemMessageItem {...props} /></aside>;
 * <Chat components={{ SystemMessageItem: Note }} />
 * ```
 * @selector `.agk-system-message`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function SystemMessageItem({
  message: { role, content },
}: SystemMessageItemProps): ReactNode {
  const author = useStrings().authors[role];
  const className = useClassName("SystemMessageItem", "agk-system-message");
  if (content.length <= MAX_INLINE_LENGTH) {
    return (
      <div className={className} dir="auto">
        {content}
      </div>
    );
  }
  return (
    <Disclosure className={className} summary={<span className="agk-label">{author}</span>}>
      {() => (
        <div className="agk-plain-text" dir="auto">
          {content}
        </div>
      )}
    </Disclosure>
  );
}

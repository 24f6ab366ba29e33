import type { ReactNode } from "react";
import { useClass, useSettings } from "../settings/settings.tsx";
import type { SystemMessageProps } from "../settings/transcriptProps.ts";
import { Disclosure } from "../ui/Disclosure.tsx";

/** Longer notes are folded: a system prompt is seldom what the person came to read. */
const SHORT = 160;

/**
 * Shows a system or developer message as a slim note, folded when it is long.
 *
 * Renders a `<div>`, or a `<details>`.
 *
 * @example A note that is marked as one
 * ```tsx
 * const Marked = (props: NoteProps) => <aside><Note {...props} /></aside>;
 * <Chat components={{ Note: Marked }} />
 * ```
 * @selector `.agk-note`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function SystemMessage({ message: { role, content } }: SystemMessageProps): ReactNode {
  const author = useSettings().strings.authors[role];
  const className = useClass("SystemMessage", "agk-note");
  if (content.length <= SHORT) {
    return (
      <div className={className} dir="auto">
        {content}
      </div>
    );
  }
  return (
    <Disclosure className={className} summary={<span className="agk-label">{author}</span>}>
      {() => (
        <div className="agk-plain" dir="auto">
          {content}
        </div>
      )}
    </Disclosure>
  );
}

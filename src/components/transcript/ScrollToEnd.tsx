import type { ReactNode } from "react";
import { useClassName } from "../settings/settings.tsx";
import type { ScrollToEndProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";

/**
 * Brings the person back to the end of the transcript, and counts what has come there; `MessageList` shows
 * it while they are away.
 *
 * Renders a `<button>`. It announces nothing: `Announcer` says each answer.
 *
 * @example Over a transcript of one's own
 * ```tsx
 * {isAway && <ScrollToEnd onClick={() => end.current?.scrollIntoView()} newMessages={unread} />}
 * ```
 * @selector `.agk-scroll-to-end`
 */
export function ScrollToEnd({ onClick, newMessages = 0 }: ScrollToEndProps): ReactNode {
  const { scrollToEnd, surface } = useStrings();
  const label = newMessages > 0 ? `${scrollToEnd}, ${surface.unread(newMessages)}` : scrollToEnd;
  return (
    <button
      type="button"
      className={useClassName("ScrollToEnd", "agk-scroll-to-end")}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name="down" />
      {newMessages > 0 && (
        <span className="agk-unread" aria-hidden="true">
          {newMessages}
        </span>
      )}
    </button>
  );
}

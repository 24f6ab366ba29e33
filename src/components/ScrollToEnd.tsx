import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { useClass } from "./settings.tsx";
import type { ScrollToEndProps } from "./transcriptParts.ts";
import { useStrings } from "./useStrings.ts";

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
      className={useClass("ScrollToEnd", "agk-scroll-to-end")}
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

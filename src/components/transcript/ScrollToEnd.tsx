import type { ReactNode } from "react";
import { useClassName } from "../settings/settings.tsx";
import type { ScrollToEndProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";

/**
 * Renders a button that scrolls to the end of the transcript, with the number of unread messages there.
 * `MessageList` shows it while the end is out of view.
 *
 * Renders a `<button>`. Announces nothing, because `Announcer` announces each reply.
 *
 * @example Over a transcript of your own
 * ```tsx
 * {isAway && <ScrollToEnd onClick={() => end.current?.scrollIntoView()} newMessages={unread} />}
 * ```
 * @selector `.agk-scroll-to-end`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function ScrollToEnd({ onClick, newMessages = 0 }: ScrollToEndProps): ReactNode {
  const { scrollToEnd, surface } = useStrings();
  const label = newMessages > 0 ? `${scrollToEnd}, ${surface.unread(newMessages)}` : scrollToEnd;
  return (
    <IconButton
      className={useClassName("ScrollToEnd", "agk-scroll-to-end")}
      label={label}
      onClick={onClick}
    >
      <Icon name="scrollToEnd" />
      {newMessages > 0 && (
        <span className="agk-unread" aria-hidden="true">
          {newMessages}
        </span>
      )}
    </IconButton>
  );
}

import type { ReactNode } from "react";
import { useEarlierMessages } from "../../hooks/thread/useEarlierMessages.ts";
import { useClassName } from "../settings/settings.tsx";
import type { EarlierMessagesProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";

/**
 * Offers to load the messages before those that are shown, says that they load, and why they could not be
 * had, with a button to try again; nothing where there are none.
 *
 * `MessageList` has one at its top, and keeps what one reads where it is when they come. Renders a `<div>`.
 *
 * @example Above a transcript of one's own
 * ```tsx
 * <EarlierMessages />
 * <MyTranscript />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-earlier[data-status="loading"]` While they load.
 * @selector `.agk-earlier[data-status="failed"]` When they could not be loaded.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function EarlierMessages({ className }: EarlierMessagesProps): ReactNode {
  const classes = useClassName("EarlierMessages", "agk-earlier", className);
  const words = useStrings();
  const { hasMore, isLoading, error, load } = useEarlierMessages();
  if (!hasMore) return null;
  const { earlier } = words;
  const hasFailed = error !== undefined;
  const label = isLoading ? earlier.loading : hasFailed ? words.retry : earlier.load;
  return (
    <div className={classes} data-status={isLoading ? "loading" : hasFailed ? "failed" : "idle"}>
      {hasFailed && <span className="agk-label">{earlier.failed}</span>}
      <button
        type="button"
        className="agk-button"
        // Never disabled, because that would drop the focus.
        aria-disabled={isLoading || undefined}
        onClick={() => {
          if (!isLoading) void load();
        }}
      >
        {label}
      </button>
    </div>
  );
}

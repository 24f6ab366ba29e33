import type { ReactNode } from "react";
import { useEarlierMessages } from "../../hooks/thread/useEarlierMessages.ts";
import { useClassName } from "../settings/settings.tsx";
import type { EarlierMessagesProps } from "../settings/transcriptPartProps.ts";
import { describeError, isAccessRefused, isPageOutdated } from "../status/describeError.ts";
import { ReloadButton } from "../status/LoadFailed.tsx";
import { SignInButtons } from "../status/SignInButtons.tsx";
import { useStrings } from "../strings/useStrings.ts";

/**
 * Renders a button that loads earlier messages, with the loading and failed states. A second button reloads the page
 * when a deployment has removed the code. After a 401 or 403, the buttons are those of `ErrorRow`. Renders nothing when there are none.
 *
 * `MessageList` has one at its top, and keeps the scroll position when messages load. Renders a `<div>`.
 *
 * @example Above a transcript of your own
 * ```tsx
 * <EarlierMessages />
 * <MyTranscript />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-earlier[data-status="loading"]` Messages are loading.
 * @selector `.agk-earlier[data-status="failed"]` Loading failed.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function EarlierMessages({ className }: EarlierMessagesProps): ReactNode {
  const classes = useClassName("EarlierMessages", "agk-earlier", className);
  const strings = useStrings();
  const { hasMore, isLoading, error, load } = useEarlierMessages();
  if (!hasMore) return null;
  const { earlier } = strings;
  const hasFailed = error !== undefined;
  const label = isLoading ? earlier.loading : hasFailed ? strings.retry : earlier.load;
  return (
    <div className={classes} data-status={isLoading ? "loading" : hasFailed ? "failed" : "idle"}>
      {error?.code === "load-failed" || isAccessRefused(error) ? (
        <span className="agk-label" role="alert">
          {describeError(error, strings)}
        </span>
      ) : (
        hasFailed && <span className="agk-label">{earlier.failed}</span>
      )}
      {isPageOutdated(error) && <ReloadButton />}
      {isAccessRefused(error) ? (
        <SignInButtons onRetry={load} />
      ) : (
        <button
          type="button"
          className="agk-button"
          data-busy={isLoading || undefined}
          // Never disabled, because that would drop the focus.
          aria-disabled={isLoading || undefined}
          onClick={() => {
            if (!isLoading) void load();
          }}
        >
          {label}
          {/* As wide as its longest label, so that the button does not move while it is pressed. */}
          {!hasFailed && (
            <span className="agk-reserve" aria-hidden="true">
              {isLoading ? earlier.load : earlier.loading}
            </span>
          )}
        </button>
      )}
    </div>
  );
}

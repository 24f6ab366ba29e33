import type { ReactNode } from "react";
import { useIsOffline } from "../../hooks/internal/useIsOffline.ts";
import { useRegisterErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useOtherThreads } from "../../hooks/threads/useOtherThreads.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import { useClassName, useShowServerErrors } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { OnceButton } from "../ui/OnceButton.tsx";
import {
  describeError,
  isAccessRefused,
  isPageOutdated,
  isTooLong,
  isWrittenForUsers,
} from "./describeError.ts";
import { ReloadButton } from "./LoadFailed.tsx";
import { SignInButtons } from "./SignInButtons.tsx";

/**
 * Shows why the last run failed, in plain language, with a button to try again. The text is that of `strings.errors` for
 * this kind of failure. The message of a RUN_ERROR is in the details; `strings.errors.agent` can show it at once. A
 * second button reloads the page when a deployment has removed code. The button after a 401, a 403 or a RUN_ERROR with
 * such a code is "Sign in" with `onSignIn` of the chat, else "Reload". When the conversation is too long for the
 * assistant, the only button is "New conversation", below a `ThreadsProvider`. Renders nothing after other runs.
 *
 * Renders a `<div>`.
 *
 * @example Below a transcript of your own
 * ```tsx
 * <MyTranscript />
 * <ErrorRow />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-error`
 * @see https://docs.ag-ui.com/concepts/events
 */
export function ErrorRow(): ReactNode {
  const className = useClassName("ErrorRow", "agk-error");
  const strings = useStrings();
  const showServerErrors = useShowServerErrors();
  const { status, error, retry } = useAgentRun();
  const threads = useOtherThreads(false);
  useIsOffline();
  useRegisterErrorDisplay();
  if (status !== "error") return null;
  const text = describeError(error, strings);
  return (
    <div className={className}>
      <Icon name="alert" />
      <div className="agk-error-text">
        <span dir="auto">{text}</span>
        {error?.message && error.message !== text && (
          <Disclosure
            className="agk-error-details"
            summary={<span className="agk-label">{strings.errorDetails}</span>}
          >
            {() => (
              <div className="agk-plain-text" dir="ltr">
                {showServerErrors || isReadable(error) ? error.message : nameError(error)}
              </div>
            )}
          </Disclosure>
        )}
      </div>
      {isAccessRefused(error) ? (
        <SignInButtons onRetry={() => retry()} />
      ) : error && isTooLong(error) ? (
        threads && <OnceButton label={strings.surface.newChat} onPress={threads.create} />
      ) : (
        <>
          {isPageOutdated(error) && <ReloadButton />}
          <OnceButton label={strings.retry} onPress={() => retry()} />
        </>
      )}
    </div>
  );
}

/** True for an error whose message the agent wrote for users. */
function isReadable({ code, message, context }: NonNullable<RunInfo["error"]>): boolean {
  return code === "run-error" && isWrittenForUsers(message, context);
}

/** Returns the code of an error with the HTTP status, which reveal nothing about the server. */
function nameError({ code, context }: NonNullable<RunInfo["error"]>): string {
  return [code, context?.status].filter(Boolean).join(" ");
}

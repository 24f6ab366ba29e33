import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useRegisterErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import { useClassName, useSettings, useShowServerErrors } from "../settings/settings.tsx";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { OnceButton } from "../ui/OnceButton.tsx";
import { ReloadButton } from "./LoadFailed.tsx";

/**
 * Shows why the last run failed, in plain language, with a button to try again. A second button reloads the page when a
 * deployment has removed code. After a 401, the buttons are "Sign in" with `onSignIn` of the chat, else "Reload".
 * Renders nothing after other runs.
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
              <div className="agk-plain" dir="ltr">
                {showServerErrors ? error.message : nameError(error)}
              </div>
            )}
          </Disclosure>
        )}
      </div>
      {isSignedOut(error) ? (
        <SignInButtons onRetry={retry} />
      ) : (
        <>
          {error?.code === "load-failed" && !isOffline() && <ReloadButton />}
          <OnceButton label={strings.retry} onPress={() => retry()} />
        </>
      )}
    </div>
  );
}

/** Renders the button that signs in, and after it the button that tries again. */
function SignInButtons({ onRetry }: { readonly onRetry: () => unknown }): ReactNode {
  const strings = useStrings();
  const { onSignIn } = useSettings();
  const [hasReturned, setHasReturned] = useState(false);
  if (!onSignIn) return <ReloadButton />;
  const handlePress = () => {
    const signedIn = onSignIn();
    if (signedIn instanceof Promise) signedIn.then(() => onRetry(), reportUncaught);
    else setHasReturned(true);
  };
  return (
    <>
      <OnceButton label={strings.signIn} onPress={handlePress} />
      {hasReturned && <OnceButton label={strings.retry} onPress={onRetry} />}
    </>
  );
}

function isSignedOut(error: RunInfo["error"]): boolean {
  return error?.code === "http-status" && error.context?.status === 401;
}

/** Returns the code of an error with the HTTP status, which reveal nothing about the server. */
function nameError({ code, context }: NonNullable<RunInfo["error"]>): string {
  return [code, context?.status].filter(Boolean).join(" ");
}

/** @internal Returns the message for a failed run in the language of the user. */
export function describeError(
  { code, context, message }: Partial<NonNullable<RunInfo["error"]>> = {},
  strings: Strings,
): string {
  const { errors } = strings;
  switch (code) {
    case "network":
      return isOffline() ? errors.offline : errors.network;
    case "load-failed":
      return isOffline() ? errors.offline : strings.outdated;
    case "timeout":
      return errors.timeout;
    case "incomplete-stream":
      return errors.incomplete;
    case "content-type":
    case "event-too-large":
    case "malformed-stream":
    case "missing-dependency":
    case "protocol-violation":
      return errors.unreadable;
    case "http-status": {
      const status = context?.status ?? 500;
      if (status === 401) return errors.signIn;
      if (status === 403) return errors.noAccess;
      if (status === 429) return errors.tooMany;
      return status >= 500 ? errors.server : errors.other;
    }
    case "run-error":
      return describeServerMessage(message, strings);
    default:
      return errors.other;
  }
}

/** @internal True when the browser reports that it is offline. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** @internal Follows {@link isOffline} in a component. Server rendering assumes a network. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);

/** Marks of the stack traces of Python, JavaScript, Java, Go and Ruby. */
const STACK_TRACE =
  /Traceback \(most recent|^[ \t]+at .+[:(]|^[ \t]*File ".+", line \d|^goroutine \d|^[ \t]*from .+:\d+:in /m;

/**
 * @internal Returns the message that an agent sent for the user. Returns the kit's own message when there is none, or
 * when it is a stack trace.
 */
export function describeServerMessage(message: string | undefined, { errors }: Strings): string {
  if (!message) return errors.other;
  return STACK_TRACE.test(message) ? errors.server : message;
}

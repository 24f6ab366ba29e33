import { type ReactNode, useState } from "react";
import { reportUncaught } from "../../protocol/runtime.ts";
import { useSettings } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { OnceButton } from "../ui/OnceButton.tsx";
import { ReloadButton } from "./LoadFailed.tsx";

interface SignInButtonsProps {
  /** Repeats the action that was refused, when the user has signed in. */
  readonly onRetry: () => unknown;
}

/**
 * @internal Renders the buttons after a 401 or 403. "Sign in" calls `onSignIn` of the chat, and repeats the action when its
 * promise resolves; without a promise, a button that tries again appears after it. Without `onSignIn`, the only button
 * reloads the page, because a repetition would be refused again.
 *
 * @example In the row of an error
 * ```tsx
 * {isAccessRefused(error) && <SignInButtons onRetry={() => retry()} />}
 * ```
 */
export function SignInButtons({ onRetry }: SignInButtonsProps): ReactNode {
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

import { type ReactNode, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { describeError, isPageOutdated } from "../status/describeError.ts";
import { ReloadButton } from "../status/LoadFailed.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { ActionButton } from "./ActionButton.tsx";

/** Duration of the confirmation on the button. */
const COPIED_MS = 2000;

interface CopyButtonProps {
  readonly copy: () => Promise<void>;
  readonly attempt: Attempt;
}

/** @internal Copies a message, and confirms it on the button and in a live region. */
export function CopyButton({ copy, attempt }: CopyButtonProps): ReactNode {
  const labels = useStrings().actions;
  /** Number of copies so far; undefined until the button is pressed. */
  const [copied, setCopied] = useState<{
    readonly times: number;
    readonly isConfirming: boolean;
  }>();

  useEffect(() => {
    if (!copied?.isConfirming) return;
    const timer = setTimeout(setCopied, COPIED_MS, { ...copied, isConfirming: false });
    return () => clearTimeout(timer);
  }, [copied]);

  const handlePress = async () => {
    const { times } = copied ?? { times: 0 };
    setCopied({ times, isConfirming: false });
    if (await attempt(copy, labels.copyFailed)) setCopied({ times: times + 1, isConfirming: true });
  };
  return (
    <>
      <ActionButton
        action="copy"
        icon={copied?.isConfirming ? "done" : "copy"}
        label={copied?.isConfirming ? labels.copied : labels.copy}
        onPress={() => void handlePress()}
      />
      {/* Mounted before it has content: screen readers announce only changes to a live region. */}
      {copied && (
        <span className="agk-sr-only" role="status">
          {copied.isConfirming && <span key={copied.times}>{labels.copied}</span>}
        </span>
      )}
    </>
  );
}

/** @internal Performs an action and resolves to false when it fails; `fallbackText` then explains unknown errors. */
export type Attempt = (act: () => unknown, fallbackText?: string) => Promise<boolean>;

interface ActionError {
  readonly text: string;
  /** True when a deployment has removed the code of the action, so that only a reload helps. */
  readonly isOutdated: boolean;
  /** Number of errors so far. */
  readonly times: number;
}

/** @internal Records why the last action on a message failed, as a text for the user, until the next action. */
export function useActionError() {
  const strings = useStrings();
  const thread = useThread();
  const [error, setError] = useState<ActionError>();
  const attempt: Attempt = async (act, fallbackText) => {
    setError(undefined);
    try {
      await act();
      return true;
    } catch (cause) {
      // Errors of the thread have a `code`; the message of a browser's error is not written for users.
      const { code } = Object(cause) as Partial<AgentKitError>;
      const text =
        code === "thread-busy"
          ? selectIsRunning(thread.getSnapshot())
            ? strings.actions.stillResponding
            : strings.runningElsewhere
          : code === "interrupts-open"
            ? strings.answerFirst
            : code === "load-failed"
              ? describeError({ code }, strings)
              : (fallbackText ?? strings.actions.actionFailed);
      setError((before) => ({
        text,
        isOutdated: isPageOutdated(cause),
        times: (before?.times ?? 0) + 1,
      }));
      return false;
    }
  };
  return { error, attempt };
}

/** @internal Shows why the last action failed, with a button that reloads the page when only that helps. */
export function ActionErrorNote({
  error,
}: Pick<ReturnType<typeof useActionError>, "error">): ReactNode {
  return (
    error && (
      <>
        {/* A new element for each error: screen readers announce the same alert only once. */}
        <span className="agk-problem" role="alert" key={error.times}>
          {error.text}
        </span>
        {error.isOutdated && <ReloadButton />}
      </>
    )
  );
}

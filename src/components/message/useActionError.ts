import { useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { useStrings } from "../strings/useStrings.ts";

/** @internal Performs an action and resolves to false when it fails; `fallbackText` then explains unknown errors. */
export type Attempt = (act: () => unknown, fallbackText?: string) => Promise<boolean>;

/** @internal Records why the last action on a message failed, as a text for the user, until the next action. */
export function useActionError() {
  const strings = useStrings();
  const thread = useThread();
  const [error, setError] = useState<{ readonly text: string; readonly times: number }>();
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
            : (fallbackText ?? strings.actions.actionFailed);
      setError((before) => ({ text, times: (before?.times ?? 0) + 1 }));
      return false;
    }
  };
  return { error, attempt };
}

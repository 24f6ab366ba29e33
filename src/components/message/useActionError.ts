import { useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { useStrings } from "../strings/useStrings.ts";

/** @internal Does something, and says it in words of the person when that could not be done. */
export type Attempt = (act: () => unknown, whyNot?: string) => Promise<boolean>;

/** @internal What was wanted of a message and could not be done, until the next thing is wanted. */
export function useActionError() {
  const strings = useStrings();
  const thread = useThread();
  const [problem, setProblem] = useState<{ readonly text: string; readonly times: number }>();
  const attempt: Attempt = async (act, whyNot) => {
    setProblem(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      // What the thread throws has one, and what a browser throws is no such word.
      const { code } = Object(error) as Partial<AgentKitError>;
      const text =
        code === "thread-busy"
          ? selectIsRunning(thread.getSnapshot())
            ? strings.actions.stillAnswering
            : strings.runsElsewhere
          : code === "interrupts-open"
            ? strings.answerFirst
            : (whyNot ?? strings.actions.notDone);
      setProblem((before) => ({ text, times: (before?.times ?? 0) + 1 }));
      return false;
    }
  };
  return { problem, attempt };
}

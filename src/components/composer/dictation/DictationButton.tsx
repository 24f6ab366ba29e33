import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { DictationProps } from "../../settings/composerPartProps.ts";
import { useClassName } from "../../settings/settings.tsx";
import { useStrings } from "../../strings/useStrings.ts";
import { isInputMethodKey } from "../../ui/keys.ts";
import { ComposerButton } from "../attachments/ComposerButton.tsx";
import {
  createDictation,
  type DictationProblem,
  type DictationSession,
} from "./createDictation.ts";

/** Renders the button that starts and stops dictation. */
export function DictationButton({ adapter, className }: DictationProps): ReactNode {
  const { dictation: dictationStrings } = useStrings();
  const thread = useThread();
  const status = useRef<HTMLSpanElement>(null);
  const session = useRef<DictationSession>(undefined);
  const [phase, setPhase] = useState<"idle" | "listening" | "ended">("idle");
  const [problem, setProblem] = useState<DictationProblem>();
  const [attempt, setAttempt] = useState(0);
  const buttonClass = useClassName("Dictation", "agk-composer-tool", className);
  const isListening = phase === "listening";

  const stop = () => {
    session.current?.stop();
    setPhase("ended");
  };

  const start = () => {
    const field = status.current?.closest("form")?.querySelector("textarea");
    if (!field) return;
    session.current?.discard();
    setProblem(undefined);
    setAttempt(attempt + 1);
    setPhase("listening");
    const newSession = createDictation(field, adapter, (newProblem) => {
      if (session.current !== newSession) return;
      session.current = undefined;
      setPhase("ended");
      setProblem(newProblem);
    });
    session.current = newSession;
  };

  // A changed text, for example after sending, ends dictation.
  useEffect(() => session.current?.endIfTextChanged());
  // A layout effect ends dictation before the field has the text of another thread.
  useIsomorphicLayoutEffect(
    () => () => {
      session.current?.discard();
      session.current = undefined;
      setPhase("idle");
      setProblem(undefined);
    },
    [thread],
  );
  useEffect(() => {
    const form = status.current?.closest("form");
    if (!isListening || !form) return;
    // A native listener runs before React's, so that Escape does not also stop the run.
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isInputMethodKey(event)) return;
      event.preventDefault();
      session.current?.stop();
      setPhase("ended");
    };
    const handleSubmit = ({ submitter }: SubmitEvent) => {
      const isStop = submitter instanceof HTMLButtonElement && submitter.value === "stop";
      if (!isStop) session.current?.discard();
    };
    form.addEventListener("keydown", handleKey);
    form.addEventListener("submit", handleSubmit);
    return () => {
      form.removeEventListener("keydown", handleKey);
      form.removeEventListener("submit", handleSubmit);
    };
  }, [isListening]);

  return (
    <>
      {problem && (
        // A new key for each attempt, because screen readers announce only new elements.
        <p className="agk-composer-problem" role="alert" key={attempt}>
          {dictationStrings[problem]}
        </p>
      )}
      {isListening && (
        // Announced by the status element below.
        <p className="agk-composer-problem" data-waiting aria-hidden="true">
          {dictationStrings.listening}
        </p>
      )}
      <ComposerButton
        className={buttonClass}
        label={dictationStrings.label}
        icon="dictate"
        isPressed={isListening}
        onPress={isListening ? stop : start}
      />
      <span className="agk-sr-only" role="status" ref={status}>
        {isListening
          ? dictationStrings.listening
          : phase === "ended" && !problem && dictationStrings.ended}
      </span>
    </>
  );
}

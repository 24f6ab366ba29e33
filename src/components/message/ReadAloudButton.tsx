import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { ActionButton } from "./ActionButton.tsx";
import type { Attempt } from "./useActionError.ts";
import { useReadAloud } from "./useReadAloud.ts";

interface ReadAloudButtonProps {
  /** Markdown. */
  readonly text: string;
  readonly attempt: Attempt;
}

/** @internal Reads an answer aloud, and stops. Renders nothing in a browser without speech synthesis. */
export function ReadAloudButton({ text, attempt }: ReadAloudButtonProps): ReactNode {
  const labels = useStrings().actions;
  const { isSupported, isReading, read, stop } = useReadAloud();
  if (!isSupported) return null;
  const handlePress = (button: HTMLElement) => {
    if (isReading) return stop();
    const { lang } = button.closest<HTMLElement>("[lang]") ?? {};
    const surface = button.closest(".agk-popup,.agk-sidebar");
    // The chat stays mounted in a closed popup or sidebar, and would continue to speak.
    const observer = new MutationObserver(() => {
      if (surface?.matches("dialog:not([open]),[hidden]")) stop();
    });
    if (surface) observer.observe(surface, { attributes: true });
    const readText = () => read(text, { lang }).finally(() => observer.disconnect());
    void attempt(readText, labels.readAloudFailed);
  };
  return (
    <ActionButton
      action="readAloud"
      icon={isReading ? "stop" : "readAloud"}
      label={isReading ? labels.stopReading : labels.readAloud}
      onPress={handlePress}
    />
  );
}

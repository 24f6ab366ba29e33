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

/** @internal Has an answer read, and stops that; nothing in a browser that cannot speak. */
export function ReadAloudButton({ text, attempt }: ReadAloudButtonProps): ReactNode {
  const words = useStrings().actions;
  const { isSupported, isReading, read, stop } = useReadAloud();
  if (!isSupported) return null;
  const handlePress = (button: HTMLElement) => {
    if (isReading) return stop();
    const { lang } = button.closest<HTMLElement>("[lang]") ?? {};
    const surface = button.closest(".agk-popup,.agk-sidebar");
    // The chat stays in a surface that is closed, and would go on reading.
    const watcher = new MutationObserver(() => {
      if (surface?.matches("dialog:not([open]),[hidden]")) stop();
    });
    if (surface) watcher.observe(surface, { attributes: true });
    const reading = () => read(text, { lang }).finally(() => watcher.disconnect());
    void attempt(reading, words.notRead);
  };
  return (
    <ActionButton
      action="readAloud"
      icon={isReading ? "stop" : "readAloud"}
      label={isReading ? words.stopReading : words.readAloud}
      onPress={handlePress}
    />
  );
}

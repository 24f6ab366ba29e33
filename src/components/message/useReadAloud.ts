import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { isSpeaking, speak, stopReading, subscribeToReading } from "./speech.ts";

/** How something is read. */
export interface ReadAloudOptions {
  /** The language of the text, as `de` or `pt-BR`. @defaultValue that of the browser */
  readonly lang?: string | undefined;
}

/** What {@link useReadAloud} returns. The verbs keep their identity. */
export interface UseReadAloudResult {
  /** Whether the browser can speak. False on a server. */
  readonly isSupported: boolean;
  /** Whether it reads what this component has asked for. */
  readonly isReading: boolean;
  /** Reads a text, without its Markdown, and no other any more. Rejects when the browser cannot. */
  readonly read: (markdown: string, options?: ReadAloudOptions) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Reads text aloud with the browser's own speech synthesis, which some browsers do on a server.
 *
 * One text is read at a time, in the whole page: another one takes its place. It stops when the component
 * goes. `MessageActions` has a button for it.
 *
 * @example A button of one's own
 * ```tsx
 * const { isSupported, isReading, read, stop } = useReadAloud();
 * if (!isSupported) return null;
 * return <button onClick={() => (isReading ? stop() : void read(text))}>Listen</button>;
 * ```
 * @see https://developer.mozilla.org/docs/Web/API/SpeechSynthesis
 */
export function useReadAloud(): UseReadAloudResult {
  const [owner] = useState(() => ({}));
  const isSupported = useSyncExternalStore(subscribeToNothing, canSpeak, onServer);
  const isReading = useSyncExternalStore(subscribeToReading, () => isSpeaking(owner), onServer);
  useEffect(() => () => stopReading(owner), [owner]);
  const verbs = useMemo(
    () => ({
      read: (markdown: string, { lang }: ReadAloudOptions = {}) => speak(owner, markdown, lang),
      stop: () => stopReading(owner),
    }),
    [owner],
  );
  return { isSupported, isReading, ...verbs };
}

const canSpeak = () => "speechSynthesis" in globalThis;
const onServer = () => false;
const subscribeToNothing = () => () => {};

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { subscribeToNothing } from "../../hooks/thread/useSnapshot.ts";
import { isSpeaking, speak, stopSpeaking, subscribeToSpeech } from "./speech.ts";

/** Options of `read` in {@link UseReadAloudResult}. */
export interface ReadAloudOptions {
  /** Language of the text as a BCP 47 tag, such as `de` or `pt-BR`. @defaultValue the browser's language */
  readonly lang?: string | undefined;
}

/** Result of {@link useReadAloud}. Its functions keep their identity. */
export interface UseReadAloudResult {
  /** True when the browser has speech synthesis. False on a server. */
  readonly isSupported: boolean;
  /** True while this component's text is read aloud. */
  readonly isReading: boolean;
  /**
   * Reads Markdown aloud without its syntax, and cancels any other speech. Resolves when the speech ends or is
   * stopped, and rejects when the browser fails to speak.
   */
  readonly read: (markdown: string, options?: ReadAloudOptions) => Promise<void>;
  /** Stops this component's speech. */
  readonly stop: () => void;
}

/**
 * Reads text aloud with the browser's speech synthesis, which some browsers perform on a remote server.
 *
 * Only one text is read at a time in the whole tab: a new one replaces it. Speech stops when the component unmounts.
 * `MessageActions` has a button for it.
 *
 * @example A button of your own
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
  const isReading = useSyncExternalStore(subscribeToSpeech, () => isSpeaking(owner), onServer);
  useEffect(() => () => stopSpeaking(owner), [owner]);
  const commands = useMemo(
    () => ({
      read: (markdown: string, { lang }: ReadAloudOptions = {}) => speak(owner, markdown, lang),
      stop: () => stopSpeaking(owner),
    }),
    [owner],
  );
  return { isSupported, isReading, ...commands };
}

const canSpeak = () => "speechSynthesis" in globalThis;
const onServer = () => false;

import type { DictationAdapter, DictationOptions } from "./adapter.ts";

/** Options of {@link webSpeechDictation}. */
export interface WebSpeechDictationOptions {
  /** What is spoken, as a BCP 47 tag: `"pt-BR"`. @defaultValue the language of the page around the field */
  readonly language?: string | undefined;
}

/** The part of the browser's `SpeechRecognition` that is used; TypeScript knows its events alone. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: SpeechRecognitionEvent) => void) | null;
  onerror: ((event: SpeechRecognitionErrorEvent) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
}

/** What the browser calls it when it does not work, as `getUserMedia` would. */
const ERROR_NAMES: Readonly<Record<string, string | undefined>> = {
  "not-allowed": "NotAllowedError",
  "service-not-allowed": "NotAllowedError",
  "audio-capture": "NotFoundError",
  network: "NetworkError",
  "language-not-supported": "NotSupportedError",
};

/** Nothing was said, or it was ended: no fault. */
const HARMLESS_ERRORS: readonly string[] = ["no-speech", "aborted"];

/**
 * Makes an adapter of the browser's own speech recognition (Web Speech API), for `dictation` of `Chat` and
 * `Composer`.
 *
 * **What is said may leave the machine**: most browsers send the sound to a service of their maker (Chrome to
 * Google, Safari to Apple) to have it recognised. Tell people so where that matters, or pass an adapter of your
 * own. Browsers ask for the microphone; those without speech recognition, as Firefox, have no button. It
 * listens until it is stopped, or until nothing has been said for a while.
 *
 * @example A chat that can be spoken to
 * ```tsx
 * const dictation = webSpeechDictation({ language: "en-GB" });
 * <Chat dictation={dictation} />;
 * ```
 * @see https://developer.mozilla.org/docs/Web/API/Web_Speech_API
 */
export function webSpeechDictation({ language }: WebSpeechDictationOptions = {}): DictationAdapter {
  return {
    isSupported: () => findRecognition() !== undefined,
    start: (options) =>
      new Promise((resolve, reject) => {
        const Recognition = findRecognition();
        if (!Recognition) throw createError("NotSupportedError", "no-recognition");
        listen(
          new Recognition(),
          { ...options, language: language ?? options.language },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
  };
}

function listen(
  recognition: Recognition,
  { language, signal, onInterim, onFinal }: DictationOptions,
  onEnd: (error?: Error) => void,
): void {
  let error: Error | undefined;
  let hasResult = false;
  recognition.lang = language ?? "";
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.onresult = ({ results, resultIndex }) => {
    hasResult = true;
    let interim = "";
    for (const result of [...results].slice(resultIndex)) {
      const transcript = result[0]?.transcript ?? "";
      if (result.isFinal) onFinal(transcript);
      else interim += transcript;
    }
    if (interim !== "") onInterim(interim);
  };
  recognition.onerror = ({ error: code, message }) => {
    if (!HARMLESS_ERRORS.includes(code))
      error = createError(ERROR_NAMES[code] ?? "OperationError", message || code);
  };
  recognition.onend = () => {
    if (error || signal.aborted || !hasResult) return onEnd(error);
    // Browsers end it after a while, some after each sentence.
    hasResult = false;
    try {
      recognition.start();
    } catch (thrown) {
      onEnd(thrown as Error);
    }
  };
  if (signal.aborted) {
    onEnd();
    return;
  }
  // What has been heard by then still comes.
  signal.addEventListener("abort", () => recognition.stop());
  recognition.start();
}

function createError(name: string, message: string): Error {
  return new DOMException(message, name);
}

function findRecognition(): (new () => Recognition) | undefined {
  // Not in TypeScript's library; in Chrome and Safari it still has the prefix.
  const scope = globalThis as {
    readonly SpeechRecognition?: new () => Recognition;
    readonly webkitSpeechRecognition?: new () => Recognition;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

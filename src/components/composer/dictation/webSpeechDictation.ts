import type { DictationAdapter, DictationOptions } from "./dictationAdapter.ts";

/** Options of {@link webSpeechDictation}. */
export interface WebSpeechDictationOptions {
  /**
   * Spoken language as a BCP 47 tag, for example `"pt-BR"`. @defaultValue the language of the page around the
   * field
   */
  readonly language?: string | undefined;
}

/** The members of `SpeechRecognition` that are used. TypeScript declares only its events. */
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

/** Error names of `getUserMedia` for the codes of the Web Speech API. */
const ERROR_NAMES: Readonly<Record<string, string | undefined>> = {
  "not-allowed": "NotAllowedError",
  "service-not-allowed": "NotAllowedError",
  "audio-capture": "NotFoundError",
  network: "NetworkError",
  "language-not-supported": "NotSupportedError",
};

/** Codes for silence and for a stop, which are not errors. */
const HARMLESS_ERRORS: readonly string[] = ["no-speech", "aborted"];

/**
 * Creates a dictation adapter for the speech recognition of the browser (Web Speech API), for `dictation` of
 * `Chat` and `Composer`.
 *
 * **Speech may leave the machine**: most browsers send the audio to their maker for recognition (Chrome to
 * Google, Safari to Apple). Tell your users where that matters, or pass your own adapter. Browsers ask for
 * permission to use the microphone. Browsers without speech recognition, such as Firefox, show no button.
 * Recognition ends when it is stopped, or after a while without speech.
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
    // Browsers end recognition after a while, some after each sentence.
    hasResult = false;
    try {
      recognition.start();
    } catch (thrown) {
      // `start` throws a `DOMException` only.
      onEnd(thrown as Error);
    }
  };
  if (signal.aborted) {
    onEnd();
    return;
  }
  // Results recognized before `stop()` are still delivered.
  signal.addEventListener("abort", () => recognition.stop());
  recognition.start();
}

function createError(name: string, message: string): Error {
  return new DOMException(message, name);
}

function findRecognition(): (new () => Recognition) | undefined {
  // Missing in TypeScript's library; Chrome and Safari use the prefixed name.
  const scope = globalThis as {
    readonly SpeechRecognition?: new () => Recognition;
    readonly webkitSpeechRecognition?: new () => Recognition;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

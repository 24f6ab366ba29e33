/** Options that an adapter receives when the user starts dictation. */
export interface DictationOptions {
  /** Language of the page around the field (`lang`) as a BCP 47 tag; `undefined` when the page has none. */
  readonly language: string | undefined;
  /**
   * Aborted when dictation ends. Text recognized before may still be delivered until the promise settles.
   * Text is ignored after a message was sent or another thread was shown.
   */
  readonly signal: AbortSignal;
  /** Receives the interim text of the current phrase, complete each time. */
  readonly onInterim: (text: string) => void;
  /** Receives the final text of a phrase, which replaces its interim text. */
  readonly onFinal: (text: string) => void;
}

/** Converter of speech to text with the browser, a service or a local model. */
export interface DictationAdapter {
  /** Returns false when the browser is not supported; there is no button then. @defaultValue supported */
  readonly isSupported?: (() => boolean) | undefined;
  /**
   * Listens until the signal aborts or recognition ends.
   *
   * A rejection is shown to the user by the `name` of the error, with the names that `getUserMedia` uses:
   * `NotAllowedError` without permission, `NotFoundError` or `NotReadableError` without a microphone,
   * `NotSupportedError`, `NetworkError`, or any other.
   */
  start(options: DictationOptions): Promise<void>;
}

/** What a dictation adapter is given each time the person begins to speak. */
export interface DictationOptions {
  /** What the page says it is written in around the field (`lang`), as a BCP 47 tag; `undefined` where it does not. */
  readonly language: string | undefined;
  /**
   * Aborted when it is to end. What was heard before may still be handed over, until the promise is settled; what
   * comes after a message was sent, or another thread was shown, is not used.
   */
  readonly signal: AbortSignal;
  /** Takes what has been understood so far of what is being said, all of it again each time. */
  readonly onInterim: (text: string) => void;
  /** Takes what has been said for good, and ends what was handed over as interim before. */
  readonly onFinal: (text: string) => void;
}

/** Turns speech into text: the browser's own, a service, or a model in the page. */
export interface DictationAdapter {
  /** Whether it works in this browser; there is no button where it does not. @defaultValue that it does */
  readonly isSupported?: (() => boolean) | undefined;
  /**
   * Listens until it is aborted, or ends by itself. What it rejects with is told to the person in words, by
   * the `name` of the error, as `getUserMedia` rejects: `NotAllowedError` without the person's leave,
   * `NotFoundError` or `NotReadableError` without a microphone, `NotSupportedError`, `NetworkError`, or any other.
   */
  start(options: DictationOptions): Promise<void>;
}

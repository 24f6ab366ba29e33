/** Words about speech that is turned into text. */
export interface DictationStrings {
  /** The button, which is pressed while it listens. */
  readonly label: string;
  /** Seen, and said by a screen reader. */
  readonly listening: string;
  /** What a screen reader says when it has ended. */
  readonly ended: string;
  /** Why it does not work: the person, or the browser, has not allowed it. */
  readonly notAllowed: string;
  readonly noMicrophone: string;
  readonly notSupported: string;
  readonly network: string;
  readonly other: string;
}

/** In English. */
export const dictationStrings: DictationStrings = {
  label: "Dictate",
  listening: "Listening… your words appear here.",
  ended: "Dictation ended",
  notAllowed: "Microphone access is blocked. Allow it in your browser settings.",
  noMicrophone: "No microphone found, or another app is using it.",
  notSupported: "Dictation isn’t available in this browser or language.",
  network: "Dictation needs an internet connection.",
  other: "Dictation stopped. Try again.",
};

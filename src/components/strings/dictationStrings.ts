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
  listening: "Listening. What you say is written here.",
  ended: "Dictation has ended",
  notAllowed: "The microphone may not be used. Allow it in the settings of your browser.",
  noMicrophone: "No microphone was found, or another program is using it.",
  notSupported: "Dictation does not work in this browser, or not in this language.",
  network: "Dictation needs a network. Check yours and try again.",
  other: "Dictation broke off. Try again.",
};

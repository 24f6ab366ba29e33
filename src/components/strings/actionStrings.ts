/** Words of what can be done with a message. */
export interface ActionStrings {
  /** Names the buttons below a message. @param text - How the message begins; empty where it has none. */
  readonly label: (author: string, text: string) => string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly edit: string;
  /** Sends what was edited. */
  readonly save: string;
  readonly cancel: string;
  readonly regenerate: string;
  readonly readAloud: string;
  readonly stopReading: string;
  readonly notRead: string;
  readonly thumbsUp: string;
  readonly thumbsDown: string;
  readonly export: string;
  /** What the file is called that is downloaded, without what stands for its type. */
  readonly fileName: string;
  /** When an answer is still coming in this window. */
  readonly stillAnswering: string;
  /** When the thread did not do it for a reason that has no words of its own. */
  readonly notDone: string;
}

/** In English. */
export const actionStrings: ActionStrings = {
  label: (author, text) => (text === "" ? `Actions, ${author}` : `Actions, ${author}: ${text}`),
  copy: "Copy message",
  copied: "Copied",
  notCopied: "The browser did not allow copying.",
  edit: "Edit message",
  save: "Send edited",
  cancel: "Cancel",
  regenerate: "Answer again",
  readAloud: "Read aloud",
  stopReading: "Stop reading",
  notRead: "This could not be read aloud.",
  thumbsUp: "Good answer",
  thumbsDown: "Bad answer",
  export: "Download conversation",
  fileName: "conversation",
  stillAnswering: "Still answering. Try again afterwards.",
  notDone: "That did not work. Try again.",
};

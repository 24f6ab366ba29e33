import { chatStrings } from "./chatStrings.ts";

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
  label: (author, text) => {
    const message = author === chatStrings.authors.user ? "your message" : `message from ${author}`;
    return `Actions for ${message}${text === "" ? "" : `: ${text}`}`;
  },
  copy: "Copy message",
  copied: "Copied",
  notCopied: "Couldn’t copy. Your browser blocked it.",
  edit: "Edit message",
  save: "Send",
  cancel: "Cancel",
  regenerate: "Regenerate",
  readAloud: "Read aloud",
  stopReading: "Stop reading",
  notRead: "Couldn’t read this aloud.",
  thumbsUp: "Good response",
  thumbsDown: "Bad response",
  export: "Download conversation",
  fileName: "conversation",
  stillAnswering: "Wait until the response is finished.",
  notDone: "Something went wrong. Try again.",
};

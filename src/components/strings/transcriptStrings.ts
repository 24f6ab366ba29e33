import { chatStrings } from "./chatStrings.ts";

/** Texts of the actions on a message. */
export interface ActionStrings {
  /**
   * Accessible name of the toolbar of a message.
   *
   * @param text - Start of the message; empty when it has no text.
   */
  readonly label: (author: string, text: string) => string;
  /** English: "Copy message". */
  readonly copy: string;
  /** English: "Copied". */
  readonly copied: string;
  /** The browser did not allow copying. */
  readonly copyFailed: string;
  /** English: "Edit message". */
  readonly edit: string;
  /** Button that sends the edited message. */
  readonly save: string;
  /** English: "Cancel". */
  readonly cancel: string;
  /** English: "Regenerate". */
  readonly regenerate: string;
  /** English: "Read aloud". */
  readonly readAloud: string;
  /** English: "Stop reading". */
  readonly stopReading: string;
  /** Speech synthesis failed. */
  readonly readAloudFailed: string;
  /** English: "Good response". */
  readonly thumbsUp: string;
  /** English: "Bad response". */
  readonly thumbsDown: string;
  /** English: "Download conversation". */
  readonly export: string;
  /** Name of the exported file, without extension. */
  readonly fileName: string;
  /** The action is unavailable while a response streams. */
  readonly stillResponding: string;
  /** The action failed for another reason. */
  readonly actionFailed: string;
}

export const actionStrings: ActionStrings = {
  label: (author, text) => {
    const message = author === chatStrings.authors.user ? "your message" : `message from ${author}`;
    return `Actions for ${message}${text === "" ? "" : `: ${text}`}`;
  },
  copy: "Copy message",
  copied: "Copied",
  copyFailed: "Couldn’t copy. Your browser blocked it.",
  edit: "Edit message",
  save: "Send",
  cancel: "Cancel",
  regenerate: "Regenerate",
  readAloud: "Read aloud",
  stopReading: "Stop reading",
  readAloudFailed: "Couldn’t read this aloud.",
  thumbsUp: "Good response",
  thumbsDown: "Bad response",
  export: "Download conversation",
  fileName: "conversation",
  stillResponding: "Wait until the response is finished.",
  actionFailed: "Something went wrong. Try again.",
};

/** Texts of the choice between versions of a message. */
export interface BranchStrings {
  /**
   * Accessible name of the choice.
   *
   * @param position - Counted from 1.
   */
  readonly version: (position: number, count: number) => string;
  /**
   * Visible text of the choice.
   *
   * @param position - Counted from 1.
   */
  readonly position: (position: number, count: number) => string;
  /** English: "Previous version". */
  readonly previous: string;
  /** English: "Next version". */
  readonly next: string;
}

export const branchStrings: BranchStrings = {
  version: (position, count) => `Version ${position} of ${count}`,
  position: (position, count) => `${position} / ${count}`,
  previous: "Previous version",
  next: "Next version",
};

/** Texts of the search in a conversation. */
export interface SearchStrings {
  /** Name of the field, and its placeholder. English: "Search in conversation". */
  readonly label: string;
  /**
   * Number of the current match.
   *
   * @param position - Counted from 1.
   */
  readonly position: (position: number, count: number) => string;
  /** English: "No matches". */
  readonly none: string;
  /** English: "Previous match". */
  readonly previous: string;
  /** English: "Next match". */
  readonly next: string;
  /** English: "Close search". */
  readonly close: string;
}

export const searchStrings: SearchStrings = {
  label: "Search in conversation",
  position: (position, count) => `${position} of ${count}`,
  none: "No matches",
  previous: "Previous match",
  next: "Next match",
  close: "Close search",
};

/** Texts at the edges of a transcript that does not render all messages. */
export interface EarlierStrings {
  /** English: "Load earlier messages". */
  readonly load: string;
  /** Button at the end of a long transcript that was restored at an earlier position. */
  readonly loadLater: string;
  /** English: "Loading earlier messages…". */
  readonly loading: string;
  /** English: "Couldn’t load earlier messages." */
  readonly failed: string;
  /**
   * Announcement for loaded messages.
   *
   * @param isAll - True when the start of the conversation is loaded.
   */
  readonly loaded: (count: number, isAll: boolean) => string;
}

export const earlierStrings: EarlierStrings = {
  load: "Load earlier messages",
  loadLater: "Load later messages",
  loading: "Loading earlier messages…",
  failed: "Couldn’t load earlier messages.",
  loaded: (count, isAll) => {
    const loaded = count === 1 ? "1 earlier message loaded." : `${count} earlier messages loaded.`;
    return isAll ? `${loaded} This is the start of the conversation.` : loaded;
  },
};

import { formatBytes } from "./format.ts";

/**
 * Texts about files that are sent with a message. `name` is a file name in Unicode isolates; `names` is
 * one or several of these, joined by `list`.
 */
export interface AttachmentStrings {
  /** Accessible name of the list. */
  readonly label: string;
  /** English: "Attach files". */
  readonly attach: string;
  /** English: "Remove {name}". */
  readonly remove: (name: string) => string;
  /** English: "Record audio". */
  readonly record: string;
  /** English: "Stop recording". */
  readonly stopRecording: string;
  /** File name of a recording, without extension. */
  readonly recording: string;
  /** Shown over the chat while files are dragged over it. */
  readonly drop: string;
  /** Accessible name of a progress bar. */
  readonly uploading: (name: string) => string;
  /** Replacement for the size of a file whose upload failed. */
  readonly failed: string;
  /** Button that retries an upload. */
  readonly retry: (name: string) => string;
  /** The message is sent when its files have uploaded. */
  readonly waiting: string;
  /** Announcement for attached files. */
  readonly added: (names: string) => string;
  /** Announcement for a removed file. */
  readonly removed: (name: string) => string;
  /** Joins names or kinds to one text. */
  readonly list: (names: readonly string[]) => string;
  /** Formats a file size. */
  readonly size: (bytes: number) => string;
  /** Plural nouns for kinds of files. */
  readonly kinds: {
    /** English: "images". */
    readonly image: string;
    /** English: "audio". */
    readonly audio: string;
    /** English: "videos". */
    readonly video: string;
    /** English: "PDFs". */
    readonly pdf: string;
  };
  /**
   * Files are too large.
   *
   * @param limit - Text returned by `size`.
   */
  readonly tooLarge: (names: string, limit: string) => string;
  /** More files than a message may have. */
  readonly tooMany: (names: string, limit: number) => string;
  /**
   * Files of an unsupported type.
   *
   * @param kinds - Supported kinds joined by `list`; undefined when `kinds` has no name for them.
   */
  readonly notSupported: (names: string, kinds: string | undefined) => string;
  /** Folders cannot be attached. */
  readonly folder: (names: string) => string;
  /** English: "Couldn’t read {names}." */
  readonly unreadable: (names: string) => string;
  /** Uploads failed. */
  readonly uploadFailed: (names: string) => string;
  /** English: "Couldn’t access the microphone." */
  readonly noMicrophone: string;
}

export const attachmentStrings: AttachmentStrings = {
  label: "Attachments",
  attach: "Attach files",
  remove: (name) => `Remove ${name}`,
  record: "Record audio",
  stopRecording: "Stop recording",
  recording: "Recording",
  drop: "Drop files to attach them",
  uploading: (name) => `Uploading ${name}`,
  failed: "Upload failed",
  retry: (name) => `Retry upload of ${name}`,
  waiting: "Will send when the upload finishes.",
  added: (names) => `${names} attached`,
  removed: (name) => `${name} removed`,
  list: (names) => new Intl.ListFormat("en").format(names),
  size: (bytes) => formatBytes(bytes, "en"),
  kinds: { image: "images", audio: "audio", video: "videos", pdf: "PDFs" },
  tooLarge: (names, limit) =>
    `${names} ${isSeveral(names) ? "are" : "is"} too large. The limit is ${limit}.`,
  tooMany: (names, limit) =>
    `You can attach up to ${limit.toLocaleString("en")} ${limit === 1 ? "file" : "files"}. Not added: ${names}.`,
  notSupported: (names, kinds) =>
    `${names} ${isSeveral(names) ? "aren’t" : "isn’t"} supported. ${kinds ? `You can attach ${kinds}.` : "This assistant doesn’t accept that file type."}`,
  folder: (names) => `Folders can’t be attached: ${names}.`,
  unreadable: (names) => `Couldn’t read ${names}.`,
  uploadFailed: (names) =>
    `Couldn’t upload ${names}. Retry or remove ${isSeveral(names) ? "them" : "it"}.`,
  noMicrophone: "Couldn’t access the microphone.",
};

/** Returns true when `names` lists several files: each name begins with U+2068, which isolates its direction. */
function isSeveral(names: string): boolean {
  return `${names}`.split("\u2068").length > 2;
}

/** Texts of the completions menu for mentions and commands. */
export interface CompletionStrings {
  /** Announcement when the menu opens or changes. */
  readonly count: (count: number) => string;
  /** The search has no results. */
  readonly noResults: string;
  /** English: "Searching…". */
  readonly loading: string;
  /** English: "Search failed. Keep typing or try another word." */
  readonly failed: string;
  /**
   * A command failed.
   *
   * @param name - Label of the command.
   */
  readonly commandFailed: (name: string) => string;
  /**
   * Text of a failed command that cannot be restored while the field has other text. Shown after
   * `commandFailed`.
   *
   * @param text - Text that the user wrote for the command.
   */
  readonly textSaved: (text: string) => string;
}

export const completionStrings: CompletionStrings = {
  count: (count) => (count === 1 ? "1 suggestion" : `${count.toLocaleString("en")} suggestions`),
  noResults: "No results",
  loading: "Searching…",
  failed: "Search failed. Keep typing or try another word.",
  commandFailed: (name) => `“${name}” failed. Try again.`,
  textSaved: (text) => `“${text}” is saved and will return when the box is empty.`,
};

/** Texts of dictation. */
export interface DictationStrings {
  /** Toggle button, which is pressed during dictation. */
  readonly label: string;
  /** Visible and announced while the microphone is on. */
  readonly listening: string;
  /** Announcement at the end. */
  readonly ended: string;
  /** The user or the browser blocked the microphone. */
  readonly notAllowed: string;
  /** English: "No microphone found, or another app is using it." */
  readonly noMicrophone: string;
  /** English: "Dictation isn’t available in this browser or language." */
  readonly notSupported: string;
  /** English: "Dictation needs an internet connection." */
  readonly network: string;
  /** English: "Dictation stopped. Try again." */
  readonly other: string;
}

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

import { formatBytes } from "./formatBytes.ts";

/**
 * Words about files that go out with a message. Names are as the person has given them; `names` are one
 * or several, as `list` puts them.
 */
export interface AttachmentStrings {
  /** Names the list. */
  readonly label: string;
  readonly attach: string;
  readonly remove: (name: string) => string;
  readonly record: string;
  readonly stopRecording: string;
  /** What a recording is called. */
  readonly recording: string;
  /** Over the chat, while files are held over it. */
  readonly drop: string;
  /** Of the bar that shows how far it is. */
  readonly uploading: (name: string) => string;
  /** In the place of the size of a file whose upload has failed, and the button that tries again. */
  readonly failed: string;
  readonly retry: (name: string) => string;
  /** When it is to be sent, and its files are not ready. */
  readonly waiting: string;
  /** What a screen reader says. */
  readonly added: (names: string) => string;
  readonly removed: (name: string) => string;
  readonly list: (names: readonly string[]) => string;
  readonly size: (bytes: number) => string;
  /** Kinds of files that can be attached. */
  readonly kinds: {
    readonly image: string;
    readonly audio: string;
    readonly video: string;
    readonly pdf: string;
  };
  /** Why something is not attached. @param limit - As `size` writes it. */
  readonly tooLarge: (names: string, limit: string) => string;
  readonly tooMany: (names: string, limit: number) => string;
  /** @param kinds - What can be attached, as `list` puts it; absent where that cannot be said briefly. */
  readonly notTaken: (names: string, kinds: string | undefined) => string;
  readonly folder: (names: string) => string;
  readonly unreadable: (names: string) => string;
  readonly notUploaded: (names: string) => string;
  readonly noMicrophone: string;
}

/** In English. */
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
  notTaken: (names, kinds) =>
    `${names} ${isSeveral(names) ? "aren’t" : "isn’t"} supported. ${kinds ? `You can attach ${kinds}.` : "This assistant doesn’t accept that file type."}`,
  folder: (names) => `Folders can’t be attached: ${names}.`,
  unreadable: (names) => `Couldn’t read ${names}.`,
  notUploaded: (names) =>
    `Couldn’t upload ${names}. Retry or remove ${isSeveral(names) ? "them" : "it"}.`,
  noMicrophone: "Couldn’t access the microphone.",
};

/** Returns true when `names` lists several files: each name begins with U+2068, which isolates its direction. */
function isSeveral(names: string): boolean {
  return `${names}`.split("\u2068").length > 2;
}

import type { PartSource } from "../../../protocol/events.ts";

/** What an upload is told, beside the file. */
export interface UploadOptions {
  /** Aborted when the person takes the file off the message. */
  readonly signal: AbortSignal;
  /** Says how much has gone out: a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Brings a file to where the agent finds it, and says where that is: a `url`, which may be relative to the
 * page, or a `file` by the provider's handle. What it rejects with becomes the `error` of the attachment.
 */
export type UploadFile = (file: File, options: UploadOptions) => Promise<PartSource>;

/** Which files can be attached, and how they travel. */
export interface AttachmentOptions {
  /**
   * Whether sound can be recorded as well, with the microphone, where the agent takes sound. The recording stays on
   * the page until it is sent. @defaultValue false
   */
  readonly record?: boolean | undefined;
  /**
   * Kinds of files, as the `accept` of a file field names them: `"image/*,.csv"`. Never more than what
   * the agent takes. @defaultValue all of what the agent takes
   */
  readonly accept?: string | undefined;
  /** How large one file may be, in bytes. @defaultValue 20 MiB, and without a limit where there is an `upload` */
  readonly maxBytes?: number | undefined;
  /** How many files one message may have. @defaultValue 10 */
  readonly maxCount?: number | undefined;
  /** Called for each file at once, not with the message. @defaultValue the file is sent inside of the message, as `data` */
  readonly upload?: UploadFile | undefined;
}

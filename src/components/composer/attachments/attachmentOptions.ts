import type { PartSource } from "../../../protocol/events.ts";

/** Options that an {@link UploadFile} function receives with the file. */
export interface UploadOptions {
  /** Aborted when the user removes the attachment. */
  readonly signal: AbortSignal;
  /** Reports progress as a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Uploads a file and returns its source for the agent. The source is a `url`, which may be relative to the page, or a
 * `file` with the id that the model provider assigned. A rejection becomes the `error` of the attachment.
 */
export type UploadFile = (file: File, options: UploadOptions) => Promise<PartSource>;

/** Options for attachments: accepted files, limits and upload. */
export interface AttachmentOptions {
  /**
   * Lets users record audio with the microphone, if the agent accepts audio. The recording stays in the tab
   * until the message is sent. @defaultValue false
   */
  readonly record?: boolean | undefined;
  /**
   * Accepted files, as in the `accept` attribute of a file input: `"image/*,.csv"`. Restricts the kinds that
   * the agent accepts. @defaultValue all kinds that the agent accepts
   */
  readonly accept?: string | undefined;
  /** Maximum size of one file, in bytes. @defaultValue 20 MiB; no limit with `upload` */
  readonly maxBytes?: number | undefined;
  /** Maximum number of files in one message. @defaultValue 10 */
  readonly maxCount?: number | undefined;
  /**
   * Uploads a file as soon as it is attached. @defaultValue files are sent inside the message, as Base64
   * `data`
   */
  readonly upload?: UploadFile | undefined;
}

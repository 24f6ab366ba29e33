import type { ContentPart, PartSource } from "../../../protocol/events.ts";
import type { MediaContentPart } from "../../settings/transcriptPartProps.ts";

/** A file that is sent with the next message. */
export interface Attachment {
  /** Id that is unique in the tab. */
  readonly id: string;
  /** File name, unique in the message. */
  readonly name: string;
  /** The file; absent while it is being recorded. */
  readonly file?: File;
  /** Fraction that has been read or uploaded, from 0 to 1; absent while it is unknown. */
  readonly progress?: number;
  /** Content part for the agent; absent until the file is read or uploaded. */
  readonly part?: MediaContentPart;
  /** Error of a failed upload, which can be retried. */
  readonly error?: Error;
  /** Aborts reading, recording or uploading. */
  readonly controller: AbortController;
}

/** @internal Returns the content of a message: its text alone, or a list of parts. */
export function contentOf(
  text: string,
  attachments: readonly Attachment[],
): string | readonly ContentPart[] {
  const parts = attachments.flatMap(({ part }) => part ?? []);
  if (parts.length === 0) return text;
  return text === "" ? parts : [{ type: "text", text }, ...parts];
}

/** URLs of the files that were uploaded from this tab. */
const uploadedUrls = new Set<string>();

/** Records the URL of an uploaded file. */
export function rememberUploaded({ type, value }: PartSource): void {
  if (type === "url") uploadedUrls.add(value);
}

/** True when the application returned the URL from an upload, so that no agent wrote it. */
export function isUploaded(url: string): boolean {
  return uploadedUrls.has(url);
}

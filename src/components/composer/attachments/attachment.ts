import type { ContentPart, PartSource } from "../../../protocol/events.ts";
import type { MediaContentPart } from "../../settings/transcriptProps.ts";

/** A file that goes out with the message that is being written. */
export interface Attachment {
  readonly id: string;
  /** What the person calls it. */
  readonly name: string;
  /** Absent while it is being recorded. */
  readonly file?: File;
  /** How much of it has been read, or uploaded: a fraction from 0 to 1; absent as long as that is unknown. */
  readonly progress?: number;
  /** What the agent gets; absent until it is ready. */
  readonly part?: MediaContentPart;
  /** Why its upload has failed. It can be tried again. */
  readonly error?: Error;
  /** Ends what makes it ready. */
  readonly controller: AbortController;
}

/** @internal The content of a message: its text alone, or the parts it is made of. */
export function contentOf(
  text: string,
  attachments: readonly Attachment[],
): string | readonly ContentPart[] {
  const parts = attachments.flatMap(({ part }) => part ?? []);
  if (parts.length === 0) return text;
  return text === "" ? parts : [{ type: "text", text }, ...parts];
}

/** Addresses of what has been uploaded from this page. */
const uploadedUrls = new Set<string>();

/** Notes where the application has put a file of the person's. */
export function rememberUploaded({ type, value }: PartSource): void {
  if (type === "url") uploadedUrls.add(value);
}

/** Whether the address is the application's own, and so was not written by an agent. */
export function isUploaded(url: string): boolean {
  return uploadedUrls.has(url);
}

import type { ContentPart } from "../../protocol/events.ts";
import type { MediaContentPart } from "../parts.ts";

/** @internal A file that goes out with the message that is being written. */
export interface Attachment {
  readonly id: string;
  /** What the person calls it. */
  readonly name: string;
  /** What the agent gets; absent while the file is being read. */
  readonly part?: MediaContentPart;
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

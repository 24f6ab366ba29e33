import type { OvertakenContent } from "../../runTracking.ts";

/** Content after a delta that a messages snapshot has stated in advance. */
interface FollowedContent {
  readonly content: string;
  /** Absent when the stream has reached the end of the stated content. */
  readonly overtaken?: OvertakenContent;
}

/**
 * Applies a delta to content that a messages snapshot has stated in advance: the delta adds only what the content does
 * not have yet. Returns `undefined` for a delta that differs from the stated content.
 */
export function followStated(
  content: string,
  { from, to }: OvertakenContent,
  delta: string,
): FollowedContent | undefined {
  const end = to + delta.length;
  if (end < content.length) {
    return content.startsWith(delta, to) ? { content, overtaken: { from, to: end } } : undefined;
  }
  const rest = content.slice(to);
  return delta.startsWith(rest) ? { content: content + delta.slice(rest.length) } : undefined;
}

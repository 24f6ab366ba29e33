import type { Message } from "../protocol/events.ts";
import { replaceMessages } from "./localUpdates.ts";
import { findMessageIndex } from "./messageIndex.ts";
import { withUniqueCallIds } from "./serverIds.ts";
import type { EarlierInfo, Snapshot } from "./snapshot.ts";

/** A page of earlier messages. */
export interface EarlierPage {
  /** The messages in the order of the conversation. */
  readonly messages: readonly Message[];
  readonly earlier: EarlierInfo;
}

/**
 * Prepends a page of earlier messages; messages that the conversation already has stay where they are. Results at the
 * beginning of the conversation answer the last calls of the page.
 */
export function prependMessages<TState>(
  snapshot: Snapshot<TState>,
  { messages, earlier }: EarlierPage,
): Snapshot<TState> {
  const { messages: shown } = snapshot;
  const fresh = messages.filter(({ id }) => findMessageIndex(shown, id) < 0);
  if (fresh.length === 0) return { ...snapshot, earlier };
  const start = shown.findIndex(({ role }) => role !== "tool");
  const results = start === -1 ? shown : shown.slice(0, start);
  const rest = shown.slice(results.length);
  const before = withUniqueCallIds([...fresh, ...results], rest);
  return { ...replaceMessages(snapshot, [...before, ...rest]), earlier };
}

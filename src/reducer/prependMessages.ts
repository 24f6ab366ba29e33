import type { Message } from "../protocol/events.ts";
import { replaceMessages } from "./localUpdates.ts";
import { findMessageIndex } from "./messageIndex.ts";
import type { EarlierInfo, Snapshot } from "./snapshot.ts";

/** A page of earlier messages. */
export interface EarlierPage {
  /** The messages in the order of the conversation. */
  readonly messages: readonly Message[];
  readonly earlier: EarlierInfo;
}

/** Prepends a page of earlier messages; messages that the conversation already has stay where they are. */
export function prependMessages<TState>(
  snapshot: Snapshot<TState>,
  { messages, earlier }: EarlierPage,
): Snapshot<TState> {
  const fresh = messages.filter(({ id }) => findMessageIndex(snapshot.messages, id) < 0);
  const next =
    fresh.length === 0 ? snapshot : replaceMessages(snapshot, [...fresh, ...snapshot.messages]);
  return { ...next, earlier };
}

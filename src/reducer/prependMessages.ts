import type { Message } from "../protocol/events.ts";
import { replaceMessages } from "./localUpdates.ts";
import { findMessageIndex } from "./messageIndex.ts";
import type { EarlierInfo, Snapshot } from "./snapshot.ts";

/** What an agent has told of a conversation before what is shown of it. */
export interface EarlierMessages {
  /** In the order of the conversation. */
  readonly messages: readonly Message[];
  readonly earlier: EarlierInfo;
}

/** Puts messages in front of the conversation; those that it has already stay where they are. */
export function prependMessages<TState>(
  snapshot: Snapshot<TState>,
  { messages, earlier }: EarlierMessages,
): Snapshot<TState> {
  const fresh = messages.filter(({ id }) => findMessageIndex(snapshot.messages, id) < 0);
  const next =
    fresh.length === 0 ? snapshot : replaceMessages(snapshot, [...fresh, ...snapshot.messages]);
  return { ...next, earlier };
}

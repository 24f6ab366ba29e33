import type { Snapshot } from "../../reducer/snapshot.ts";

/** @internal Last message and open interrupts that the user has seen. */
export interface ReadMarker {
  readonly id: string | undefined;
  readonly interruptIds: readonly string[];
}

/** @internal Returns a marker for everything in the snapshot. */
export function currentReadMarker({ messages, interrupts }: Snapshot): ReadMarker {
  return { id: messages.at(-1)?.id, interruptIds: interrupts.map(({ id }) => id) };
}

/**
 * @internal Returns the ids of the replies after the marker, newest first; none when the marked message is
 * gone.
 */
export function unreadReplies({ messages }: Snapshot, { id }: ReadMarker): readonly string[] {
  const replies: string[] = [];
  // Backwards, so that the cost does not grow with the conversation.
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.id === id) return replies;
    if (message?.role !== "assistant" || message.subagentRunId) continue;
    if (message.content) replies.push(message.id);
  }
  // Without the marked message, it is unknown which replies are new.
  return id === undefined ? replies : [];
}

/** @internal Returns the number of interrupts that were opened since the marker. */
export function interruptsSince({ interrupts }: Snapshot, { interruptIds }: ReadMarker): number {
  return interrupts.filter(({ id }) => !interruptIds.includes(id)).length;
}

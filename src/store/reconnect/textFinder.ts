import type { FindStoredText } from "../../protocol/chunks.ts";
import { idsOfEntry } from "../../reducer/events/identity.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/**
 * Creates the function that finds the text which the chunks of a joined stream continue: that of a message with which
 * the thread was loaded, or of one in a snapshot. Text that repeats the beginning of the message, or contains all of
 * it, belongs to a replay. Chunks have no start that would tell a replay from a continuation.
 *
 * @param loaded - The thread before the stream.
 */
export function createTextFinder(loaded: Snapshot): FindStoredText {
  return ({ messageId, delta }, messages = loaded.messages) => {
    const content = messages[findMessageIndex(messages, messageId)]?.content;
    if (typeof content !== "string" || wasStreamed(loaded, messageId)) return undefined;
    const [stored, text] = [content.trimStart(), delta.trimStart()];
    return stored.startsWith(text) || text.startsWith(stored) ? undefined : content;
  };
}

/** True for a message of a known run, whose id another run may use again. */
function wasStreamed({ tracking }: Snapshot, messageId: string): boolean {
  const { text, reasoning, streamedIds } = tracking;
  const current = [text, reasoning].flatMap((entries) => Object.values(entries));
  const earlier = Object.values(streamedIds).flatMap((ids) => [ids.text, ids.reasoning]);
  return (
    current.some((entry) => idsOfEntry(entry).includes(messageId)) ||
    earlier.some((ids) => Object.values(ids).some((list) => list.includes(messageId)))
  );
}

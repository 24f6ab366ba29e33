import { callsOf } from "../../../protocol/callsOf.ts";
import type { StoredTexts } from "../../../protocol/chunks/createChunkExpander.ts";
import type { Message } from "../../../protocol/events.ts";
import { idsOfEntry } from "../../../reducer/events/identity/streamIds.ts";
import { findMessageIndex } from "../../../reducer/messageIndex.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";

/**
 * Creates the texts that a chunk without a start may continue: those of messages that were loaded, or stated by a
 * snapshot. A chunk that begins like the text repeats it, and continues nothing.
 *
 * ```text
 * m1 "Hello" is loaded   TEXT_MESSAGE_CHUNK m1 ", you"   continues "Hello"
 * m1 "Hello" is loaded   TEXT_MESSAGE_CHUNK m1 "Hel"     repeats "Hello"
 * ```
 *
 * @param loaded - The thread before the run is joined.
 */
export function createStoredTexts(loaded: Snapshot): StoredTexts {
  let messages = messagesAfterLastUser(loaded.messages);
  /** Ids of the messages and calls that the connection has sent. */
  const sentIds = new Set<string>();
  return {
    observeEvent(event) {
      if ("messageId" in event) sentIds.add(event.messageId);
      if ("toolCallId" in event) sentIds.add(event.toolCallId);
      if (event.type === "MESSAGES_SNAPSHOT") messages = messagesAfterLastUser(event.messages);
    },
    findContinuedText(type, id, delta) {
      // Only the first chunk of a message may continue a stored text.
      if (sentIds.has(id)) return "";
      sentIds.add(id);
      const content =
        type === "TOOL_CALL_CHUNK"
          ? argumentsOfCall(messages, id)
          : messages[findMessageIndex(messages, id)]?.content;
      if (typeof content !== "string" || wasStreamed(loaded, id)) return "";
      const [stored, text] = [content.trimStart(), delta.trimStart()];
      return stored.startsWith(text) || text.startsWith(stored) ? "" : content;
    },
  };
}

function argumentsOfCall(messages: readonly Message[], toolCallId: string): string | undefined {
  const calls = messages.flatMap(callsOf);
  return calls.find(({ id }) => id === toolCallId)?.function.arguments;
}

/** Returns the messages after the last user message: the run may continue only these. */
function messagesAfterLastUser(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
}

/** True for a message or a call of a known run, whose id another run may use again. */
function wasStreamed({ tracking }: Snapshot, streamId: string): boolean {
  const { text, reasoning, toolCalls, streamedIds } = tracking;
  const current = [text, reasoning, toolCalls].flatMap((entries) => Object.values(entries));
  const earlier = Object.values(streamedIds).flatMap((ids) => [
    ids.text,
    ids.reasoning,
    ids.toolCalls,
  ]);
  return (
    current.some((entry) => idsOfEntry(entry).includes(streamId)) ||
    earlier.some((ids) => Object.values(ids).some((list) => list.includes(streamId)))
  );
}

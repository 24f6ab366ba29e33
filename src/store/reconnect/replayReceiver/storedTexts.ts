import { callsOf } from "../../../protocol/callsOf.ts";
import type { StoredTexts } from "../../../protocol/chunks/createChunkExpander.ts";
import type { InterruptedStream } from "../../../protocol/chunks/interruptedStreams.ts";
import type { Message } from "../../../protocol/events.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { idsOfEntry } from "../../../reducer/events/identity/streamIds.ts";
import { serverSubagentId } from "../../../reducer/events/identity/subagentIds.ts";
import { findMessageIndex } from "../../../reducer/messageIndex.ts";
import { serverIdOf } from "../../../reducer/serverIds.ts";
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
 * @param isFollowing - False when the thread has the beginning of the run, so that its tracking names the open streams.
 */
export function createStoredTexts(loaded: Snapshot, isFollowing: boolean): StoredTexts {
  let messages = messagesAfterLastUser(loaded.messages);
  /** Ids of the messages and calls that the connection has sent. */
  const sentIds = new Set<string>();
  return {
    closedStreams: closedStreamsOf(loaded),
    observeEvent(event) {
      if ("messageId" in event) sentIds.add(event.messageId);
      if ("toolCallId" in event) sentIds.add(event.toolCallId);
      if (event.type === "MESSAGES_SNAPSHOT") messages = messagesAfterLastUser(event.messages);
    },
    findContinuedText(type, id, delta) {
      if (!isFollowing) return "";
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

/**
 * Returns the texts and reasoning of an open run that have ended. Chunks have no end of their own, so the run may continue
 * those that came in chunks, which a snapshot does not tell. Calls are left out: a kept call would be answered.
 */
function closedStreamsOf(loaded: Snapshot): readonly InterruptedStream[] {
  const { tracking, messages } = loaded;
  if (tracking.phase !== "active") return [];
  return (["text", "reasoning"] as const).flatMap((kind) =>
    Object.values(tracking[kind]).flatMap(({ id, isOpen, hasOnlyCalls, subagentRunId }) => {
      const message = messages[findMessageIndex(messages, id)];
      if (!message || isOpen || hasOnlyCalls || message.role === "tool") return [];
      const agent = omitUndefined({ subagentRunId: serverSubagentId(loaded, subagentRunId) });
      return [{ kind, id: serverIdOf(message), ...agent }];
    }),
  );
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

import { callsOf } from "../../../protocol/callsOf.ts";
import {
  type InterruptedStream,
  readInterruptedStreams,
} from "../../../protocol/chunks/interruptedStreams.ts";
import type { EventOf, Message } from "../../../protocol/events.ts";
import { moveWrittenStates } from "../../recordWrittenState.ts";
import type { StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isSameStep } from "../identity/messageIds.ts";
import { findKey } from "../identity/streamKeys.ts";
import { resolveSubagent } from "../identity/subagentIds.ts";
import { recordDropped } from "./droppedMessages.ts";
import type { MessageMatches } from "./matchProgress.ts";

/*
 * A stream of chunks has no end of its own: another event closes it ("interrupts" it), and later chunks may continue it.
 * So a messages snapshot that lacks its message does not remove the message at once. The message is marked as unstated:
 *
 * - more chunks of the stream continue it, and it stays, as in the first table;
 * - without more chunks, the stream was complete, and the end of the run removes it, as in the second table.
 *
 * | events | messages |
 * | --- | --- |
 * | chunk `m "Hel"`, STATE_DELTA, snapshot `u1` | `u1`, `m "Hel"` |
 * | chunk `m "lo"`, RUN_FINISHED | `u1`, `m "Hello"` |
 *
 * | events | messages |
 * | --- | --- |
 * | chunk `m "Hel"`, STATE_DELTA, snapshot `u1` | `u1`, `m "Hel"` |
 * | RUN_FINISHED | `u1` |
 */

/** Returns the kinds and keys of the entries of the streams that a snapshot lists as interrupted and that may continue. */
export function findInterruptedEntries(
  draft: SnapshotDraft,
  event: EventOf<"MESSAGES_SNAPSHOT">,
): ReadonlySet<string> {
  return new Set(
    readInterruptedStreams(event).flatMap(({ kind, id, subagentRunId }) => {
      const agent = subagentRunId === undefined ? undefined : resolveSubagent(draft, subagentRunId);
      const key = findKey(draft.tracking[kind], id, agent, (entry) => entry !== undefined);
      const entry = draft.findEntry(kind, key);
      return entry && mayContinue(draft, kind, entry) ? entryKey(kind, key) : [];
    }),
  );
}

/** Returns the key of an entry among those of all kinds. */
export const entryKey = (kind: InterruptedStream["kind"], key: string) => `${kind} ${key}`;

/** False when the next stream under the key of an entry begins another message or call. */
function mayContinue(
  draft: SnapshotDraft,
  kind: InterruptedStream["kind"],
  entry: StreamEntry,
): boolean {
  return kind === "toolCalls" ? !entry.isAnswered : isSameStep(draft, entry);
}

interface StatedMessages extends MessageMatches {
  readonly stated: readonly Message[];
}

/**
 * Marks the interrupted texts that a snapshot lacks. Many servers state no reasoning at all, so reasoning is marked only
 * when the snapshot has other new reasoning of its agent.
 */
export function recordUnstated(
  draft: SnapshotDraft,
  interrupted: ReadonlySet<string>,
  { stated, existingByIndex, snapshotIndexes }: StatedMessages,
): void {
  const newReasoning = stated.filter(
    ({ role }, index) => role === "reasoning" && existingByIndex[index] === undefined,
  );
  for (const kind of ["text", "reasoning"] as const) {
    for (const [key, entry] of Object.entries(draft.tracking[kind])) {
      if (!interrupted.has(entryKey(kind, key))) continue;
      const message = draft.snapshot.messages[draft.findPosition(entry.id)];
      const { isUnstated: _, ...rest } = entry;
      const isUnstated =
        message !== undefined &&
        !snapshotIndexes.has(message) &&
        callsOf(message).length === 0 &&
        (kind === "text" ||
          newReasoning.some(({ subagentRunId }) => subagentRunId === message.subagentRunId));
      if (isUnstated !== (entry.isUnstated ?? false))
        draft.putTracking(kind, key, { ...rest, ...(isUnstated && { isUnstated }) });
    }
  }
}

/** Drops the messages of interrupted texts that a snapshot lacked and that the run has not continued. */
export function dropUnstated(draft: SnapshotDraft): void {
  const { text, reasoning } = draft.tracking;
  const entries = [...Object.values(text), ...Object.values(reasoning)];
  const ids = new Set(entries.flatMap(({ id, isUnstated }) => (isUnstated ? id : [])));
  if (ids.size === 0) return;
  const { messages: before } = draft.snapshot;
  const next = before.filter((message) => !ids.has(message.id) || callsOf(message).length > 0);
  const renamed: ReadonlyMap<string, string> = new Map();
  draft.setField("messages", next);
  recordDropped(draft, { before, next, renamed });
  moveWrittenStates(draft, before, renamed);
}

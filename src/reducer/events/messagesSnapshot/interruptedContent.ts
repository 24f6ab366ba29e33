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
 * A stream of chunks has no end of its own: another event closes it, and later chunks may continue it. So a snapshot keeps
 * such a stream as if it were open, until the run ends. When the snapshot has another message in its place, the stream
 * was complete, or the server has replaced it: without further chunks, its message goes when the run ends.
 *
 * | events | messages |
 * | --- | --- |
 * | chunk `m "Hel"`, STATE_DELTA, snapshot `u1` | `u1`, `m "Hel"` |
 * | chunk `m "lo"`, RUN_FINISHED | `u1`, `m "Hello"` |
 *
 * | events | messages |
 * | --- | --- |
 * | chunk `m "Hel"`, STATE_DELTA, snapshot `u1`, `x "Sorry."` | `u1`, `x "Sorry."`, `m "Hel"` |
 * | RUN_FINISHED | `u1`, `x "Sorry."` |
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

/** Marks the interrupted texts in whose place a snapshot has another message of their agent. */
export function recordReplaced(
  draft: SnapshotDraft,
  interrupted: ReadonlySet<string>,
  { stated, existingByIndex, snapshotIndexes }: StatedMessages,
): void {
  const lastKnown = stated.findLastIndex(
    ({ role }, index) => existingByIndex[index] !== undefined || role === "user",
  );
  const newMessages = stated.slice(lastKnown + 1);
  for (const kind of ["text", "reasoning"] as const) {
    for (const [key, entry] of Object.entries(draft.tracking[kind])) {
      if (!interrupted.has(entryKey(kind, key))) continue;
      const message = draft.snapshot.messages[draft.findPosition(entry.id)];
      const { isReplaced: _, ...rest } = entry;
      const isReplaced =
        message !== undefined &&
        !snapshotIndexes.has(message) &&
        callsOf(message).length === 0 &&
        newMessages.some(
          ({ role, subagentRunId }) =>
            role === message.role && subagentRunId === message.subagentRunId,
        );
      if (isReplaced !== (entry.isReplaced ?? false))
        draft.putTracking(kind, key, { ...rest, ...(isReplaced && { isReplaced }) });
    }
  }
}

/** Drops the messages of interrupted texts that a snapshot has replaced and that the run has not continued. */
export function dropReplaced(draft: SnapshotDraft): void {
  const { text, reasoning } = draft.tracking;
  const entries = [...Object.values(text), ...Object.values(reasoning)];
  const ids = new Set(entries.flatMap(({ id, isReplaced }) => (isReplaced ? id : [])));
  if (ids.size === 0) return;
  const { messages: before } = draft.snapshot;
  const next = before.filter((message) => !ids.has(message.id) || callsOf(message).length > 0);
  const renamed: ReadonlyMap<string, string> = new Map();
  draft.setField("messages", next);
  recordDropped(draft, { before, next, renamed });
  moveWrittenStates(draft, before, renamed);
}

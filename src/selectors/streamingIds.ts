import { isRunning } from "../reducer/isRunning.ts";
import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { StreamEntries } from "../reducer/runTracking.ts";
import type { Snapshot } from "../reducer/snapshot.ts";

/** Ids in the snapshot of the streams in a record of entries. */
interface StreamIds {
  readonly all: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
}

/** Ids by record: a record changes when a stream starts or ends, and not while text arrives. */
const idsByEntries = new WeakMap<StreamEntries, StreamIds>();

/** Returns the ids of the streams in a record of entries. */
export function streamIdsOf(entries: StreamEntries): StreamIds {
  const existing = idsByEntries.get(entries);
  if (existing) return existing;
  const all = new Set<string>();
  const open = new Set<string>();
  for (const { id, isOpen } of Object.values(entries)) {
    all.add(id);
    if (isOpen) open.add(id);
  }
  const ids = { all, open };
  idsByEntries.set(entries, ids);
  return ids;
}

const runningByCalls = new WeakMap<Snapshot["toolCalls"], readonly string[]>();

/** Returns the ids of the calls whose handlers run in this tab. */
function runningCallIds(toolCalls: Snapshot["toolCalls"]): readonly string[] {
  const existing = runningByCalls.get(toolCalls);
  if (existing) return existing;
  const ids = Object.keys(toolCalls).filter((id) => toolCalls[id]?.status === "running");
  runningByCalls.set(toolCalls, ids);
  return ids;
}

/** Returns the ids of messages whose text, reasoning, tool arguments or tool progress is arriving. */
export function streamingIds({ run, tracking, toolCalls }: Snapshot): ReadonlySet<string> {
  const ids = new Set<string>();
  if (!isRunning(run)) return ids;
  for (const entries of [tracking.text, tracking.reasoning]) {
    for (const id of streamIdsOf(entries).open) ids.add(id);
  }
  const callIds = streamIdsOf(tracking.toolCalls);
  // Progress of a running tool arrives as often as text.
  const runningIds = runningCallIds(toolCalls).filter((id) => callIds.all.has(id));
  for (const id of [...callIds.open, ...runningIds]) {
    const info = getOwn(toolCalls, id);
    if (info) ids.add(info.messageId);
  }
  return ids;
}

/** True while a message streams. @param includesReasoning - False to ignore reasoning */
export function isAnythingStreaming(snapshot: Snapshot, includesReasoning = true): boolean {
  const ids = streamingIds(snapshot);
  return includesReasoning
    ? ids.size > 0
    : [...ids].some((id) => findMessage(snapshot, id)?.role !== "reasoning");
}

/** True while the text or the reasoning of a message arrives. */
export function isTextArriving({ run, tracking }: Snapshot, id: string): boolean {
  return (
    isRunning(run) &&
    (streamIdsOf(tracking.text).open.has(id) || streamIdsOf(tracking.reasoning).open.has(id))
  );
}

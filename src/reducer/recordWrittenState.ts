import type { Message } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { isEqual } from "./replaceEqualDeep.ts";
import type { SnapshotDraft } from "./snapshotDraft.ts";
import type { WrittenState } from "./writtenState.ts";

/** Number of written states that a snapshot lists. */
const MAX_WRITTEN = 50;

/**
 * True when the run, or its sub-agent, has written the current state, and its entry holds this state.
 *
 * @param writerId - The sub-agent that an event names; `undefined` or empty for the agent itself.
 */
export function hasWrittenCurrentState(
  draft: SnapshotDraft,
  writerId: string | undefined,
): boolean {
  const { run, writtenStates, state } = draft.snapshot;
  return writtenStates.some(
    (entry) =>
      entry.state === state &&
      entry.runId === run.runId &&
      entry.subagentRunId === (writerId || undefined),
  );
}

/**
 * Records that the run has written the shared state. The first write of a run decides the position, and a prediction
 * counts as a write: the state will be shown there.
 */
export function recordWrittenState(
  draft: SnapshotDraft,
  before: unknown,
  writerId: string | undefined,
  isPrediction = false,
): void {
  const { run, writtenStates, state, messages } = draft.snapshot;
  const { runId } = run;
  if (runId === undefined || draft.tracking.phase === "none") return;
  const subagentRunId = writerId || undefined;
  const isOfWriter = (entry: WrittenState) =>
    entry.runId === runId && entry.subagentRunId === subagentRunId;
  const latest = writtenStates.find(isOfWriter);
  if (latest) {
    // Another run has written since, and this event changes nothing of that.
    if (latest.state !== before && isEqual(before, state)) return;
    const next = writtenStates.map((entry) => (isOfWriter(entry) ? { ...entry, state } : entry));
    draft.setField("writtenStates", next);
    return;
  }
  if (!isPrediction && isEqual(before, state)) return;
  const last = writtenStates.at(-1);
  const anchor = messages.findLast(
    (message) => (message.subagentRunId || undefined) === subagentRunId,
  );
  const entry: WrittenState = {
    runId,
    ...omitUndefined({ subagentRunId, afterMessageId: anchor?.id }),
    state,
    ...(!last || !isEqual(last.state, before) ? { before } : undefined),
  };
  draft.setField("writtenStates", withoutOldest([...writtenStates, entry]));
}

function withoutOldest(entries: readonly WrittenState[]): readonly WrittenState[] {
  const [dropped, next, ...rest] = entries;
  if (entries.length <= MAX_WRITTEN || !dropped || !next) return entries;
  return [{ before: dropped.state, ...next }, ...rest];
}

/**
 * Moves written states whose message was removed to the nearest message before it that remains.
 *
 * @param before - The messages before the change.
 * @param renamed - New ids of messages by their previous ids.
 */
export function moveWrittenStates(
  draft: SnapshotDraft,
  before: readonly Message[],
  renamed: ReadonlyMap<string, string> = new Map(),
): void {
  const { writtenStates, messages } = draft.snapshot;
  if (writtenStates.length === 0) return;
  const remaining = new Set(messages.map(({ id }) => id));
  const isRemaining = (id: string | undefined) => id === undefined || remaining.has(id);
  if (writtenStates.every(({ afterMessageId }) => isRemaining(afterMessageId))) return;
  const next = writtenStates.map((entry): WrittenState => {
    const { afterMessageId, ...others } = entry;
    if (isRemaining(afterMessageId)) return entry;
    const end = before.findIndex(({ id }) => id === afterMessageId);
    const anchor = before
      .slice(0, end + 1)
      .map(({ id }) => renamed.get(id) ?? id)
      .findLast((id) => remaining.has(id));
    return { ...others, ...omitUndefined({ afterMessageId: anchor }) };
  });
  draft.setField("writtenStates", next);
}

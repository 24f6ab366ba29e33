import type { Event, EventOf } from "../../../protocol/events.ts";
import { diff } from "../../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../../reducer/json/jsonPatch.ts";
import { isBlankState } from "../../../reducer/rebase/rebaseEdits.ts";
import { isEqual } from "../../../reducer/replaceEqualDeep.ts";
import { readAction } from "../logEntries.ts";
import type { MergeScope } from "../mergeDeltas.ts";

/** Events that neither affect the shared state nor depend on it, and add no message. */
const INDEPENDENT: ReadonlySet<string> = new Set([
  "TEXT_MESSAGE_END",
  "STEP_STARTED",
  "STEP_FINISHED",
  "REASONING_START",
  "REASONING_MESSAGE_END",
  "REASONING_END",
]);

/** Events that are independent of the state unless they add their message, after which a run may write the state. */
const INDEPENDENT_IN_MESSAGE: ReadonlySet<string> = new Set([
  "TEXT_MESSAGE_CONTENT",
  "REASONING_MESSAGE_CONTENT",
  "ACTIVITY_SNAPSHOT",
  "ACTIVITY_DELTA",
]);

type StateEvent = EventOf<"STATE_SNAPSHOT"> | EventOf<"STATE_DELTA">;

/** Consecutive state events that are combined into one. */
interface StateEventGroup {
  /** The events with their indexes. The combined event gets the last index, where validators of the state were called before. */
  readonly parts: { readonly event: StateEvent; readonly index: number }[];
  readonly stateBefore: unknown;
  readonly hasSnapshot: boolean;
}

/**
 * Combines consecutive state events into one STATE_SNAPSHOT if one of them was a snapshot, else into one
 * STATE_DELTA. Events that are independent of the state may lie between them. A patch that fails stays as it
 * is.
 *
 * ```text
 * STATE_DELTA n=1   TEXT_MESSAGE_END m   STATE_DELTA n=2   → TEXT_MESSAGE_END m   STATE_DELTA n=2
 * STATE_SNAPSHOT {n: 1}   STATE_DELTA n=2                  → STATE_SNAPSHOT {n: 2}
 * STATE_DELTA n=1   TOOL_CALL_START c   STATE_DELTA n=2    → unchanged
 * ```
 *
 * @param state - The state before the first event.
 */
export function compactStateEvents(
  events: readonly Event[],
  state: unknown,
  { isMergedOutsideRuns = false }: MergeScope = {},
): Event[] {
  const compacted: (Event | undefined)[] = [];
  const isIndependent = createIndependenceCheck();
  let group: StateEventGroup | undefined;
  let currentState = state;
  /** Containers of the current state that only this function has created, so that patches may modify them in place. */
  let modifiable = new Set<unknown>();
  let isStateKnown = true;
  let isInRun = false;

  for (const event of events) {
    if (event.type === "STATE_SNAPSHOT") isStateKnown = true;
    if (event.type === "RUN_STARTED") isInRun = true;
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") isInRun = false;
    if (isStateEvent(event) && isStateKnown) {
      const canCombine = (isInRun || isMergedOutsideRuns) && !hasMetadata(event);
      const after = stateAfter(
        event,
        currentState,
        canCombine && beginsWithReplace(event) ? modifiable : undefined,
      );
      // An empty state may mean that the agent sent none; see `opensBlank`.
      if (after && canCombine && !isBlankState(after.state)) {
        addToGroup(event, after.state);
        continue;
      }
      endGroup();
      if (after) currentState = after.state;
    }
    if (!isIndependent(event)) endGroup();
    // The effect of a local action on the state is unknown here.
    if (readAction(event)) isStateKnown = false;
    compacted.push(event);
  }
  endGroup();
  return compacted.filter((event) => event !== undefined);

  function addToGroup(event: StateEvent, stateAfterEvent: unknown): void {
    const isSnapshot = event.type === "STATE_SNAPSHOT";
    const stateBefore = group ? group.stateBefore : currentState;
    const hasSnapshot = isSnapshot || group?.hasSnapshot === true;
    const parts = group?.parts ?? [];
    parts.push({ event, index: compacted.length });
    group = { parts, stateBefore, hasSnapshot };
    currentState = stateAfterEvent;
    // Reserves the index.
    compacted.push(undefined);
  }

  /** Writes the events that replace the group, at the reserved indexes. */
  function endGroup(): void {
    if (group)
      for (const { event, index } of combine(group, currentState)) compacted[index] = event;
    group = undefined;
    modifiable = new Set();
  }
}

/** Creates a check of the events in their order: true for an event that may lie between combined state events. */
function createIndependenceCheck(): (event: Event) => boolean {
  /** The messages that the run has added, by kind and id. */
  const added = new Set<string>();
  return (event) => {
    if (INDEPENDENT.has(event.type)) return true;
    // A run may use the id of an earlier message for a message of its own.
    if (event.type === "RUN_STARTED") added.clear();
    if (!("messageId" in event) || typeof event.messageId !== "string") return false;
    const key = `${event.type.slice(0, event.type.lastIndexOf("_"))} ${event.messageId}`;
    const isKnown = added.has(key);
    added.add(key);
    return isKnown && INDEPENDENT_IN_MESSAGE.has(event.type);
  };
}

export function isStateEvent(event: Event): event is StateEvent {
  return event.type === "STATE_SNAPSHOT" || event.type === "STATE_DELTA";
}

/** True when an event carries more than its state. */
function hasMetadata({ metadata, subagentRunId }: StateEvent): boolean {
  return metadata !== undefined || subagentRunId !== undefined;
}

/** True when the first operation replaces a value. A replaced key keeps its place among the keys of its object. */
function beginsWithReplace(event: StateEvent): boolean {
  return event.type === "STATE_DELTA" && event.delta[0]?.op === "replace";
}

/**
 * Returns the state after an event; `undefined` when its patch fails.
 *
 * @param modifiable - Containers of the state that may be modified in place.
 */
export function stateAfter(
  event: StateEvent,
  state: unknown,
  modifiable?: Set<unknown>,
): { readonly state: unknown } | undefined {
  if (event.type === "STATE_SNAPSHOT") return { state: event.snapshot };
  try {
    return { state: applyJsonPatch(state, event.delta, modifiable) };
  } catch {
    return undefined;
  }
}

/** Returns the events that replace a group. @param after - The state after the group. */
function combine(
  group: StateEventGroup,
  after: unknown,
): { readonly event: Event; readonly index: number }[] {
  const { parts, stateBefore } = group;
  const last = parts.at(-1);
  if (!last) return [];
  const first = isEqual(stateBefore, after) ? firstChange(group) : undefined;
  // A run that changes the state and restores it counts as a writer of the state, so its first change stays.
  const start = first ? stateAfter(first.event, stateBefore)?.state : stateBefore;
  const combined = { event: combinedEvent(group, last.event, start, after), index: last.index };
  // No patch may name keys such as `__proto__`, which a value may have.
  if (isStateEvent(combined.event) && !stateAfter(combined.event, start)) return parts;
  return first && first !== last ? [first, combined] : [combined];
}

/** Returns the first event that changes the state. */
function firstChange({
  parts,
  stateBefore,
}: StateEventGroup): StateEventGroup["parts"][number] | undefined {
  return parts.find(({ event }) => {
    const changed = stateAfter(event, stateBefore);
    return changed && !isEqual(stateBefore, changed.state);
  });
}

function combinedEvent(
  { hasSnapshot }: StateEventGroup,
  last: StateEvent,
  before: unknown,
  after: unknown,
): Event {
  const {
    type: _type,
    snapshot: _snapshot,
    delta: _delta,
    rawEvent: _rawEvent,
    ...rest
  } = {
    snapshot: undefined,
    delta: undefined,
    ...last,
  };
  // The enum members of these names have these values.
  const snapshotType = "STATE_SNAPSHOT" as EventOf<"STATE_SNAPSHOT">["type"];
  const deltaType = "STATE_DELTA" as EventOf<"STATE_DELTA">["type"];
  return hasSnapshot
    ? { ...rest, type: snapshotType, snapshot: after }
    : { ...rest, type: deltaType, delta: diff(before, after) };
}

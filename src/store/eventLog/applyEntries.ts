import type { Event, JsonPatch } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { finishConnection } from "../../reducer/events/flushDeferredData.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import { type EarlierPage, prependMessages } from "../../reducer/prependMessages.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import { beginRun, endRun } from "../../reducer/runUpdates.ts";
import type { RunError, Snapshot } from "../../reducer/snapshot.ts";
import { editStateAsPatch, markEditsSent } from "../../reducer/stateUpdates.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import { isCompressed, originalEvent } from "./compressEvent.ts";
import { type LocalAction, readAction } from "./logEntries.ts";

/** Values of the local actions, each in the entries of its actions. */
interface ActionValues extends EarlierPage {
  readonly patch: JsonPatch;
  readonly snapshot: Snapshot;
  readonly issues: readonly NewIssue[];
  readonly isBack?: boolean;
  readonly conflict?: StateConflict;
  readonly runId: string;
  readonly toolNames: readonly string[];
  readonly cause?: "stopped" | RunError;
}

/** Applies a local action to a snapshot. Unknown actions of other versions change nothing. */
export function applyAction(
  snapshot: Snapshot,
  { name, value: anyValue, at }: LocalAction,
): Snapshot {
  // `recorder.ts` has written the value for this action.
  const value = anyValue as unknown as ActionValues;
  switch (name) {
    case "patch":
      return applyJsonPatch(snapshot, value.patch);
    case "jump":
      return value.patch ? applyJsonPatch(snapshot, value.patch) : snapshot;
    case "snapshot":
      return value.snapshot;
    case "issues":
      return addIssues(snapshot, value.issues);
    case "state": {
      // An edit back to the agent's state is not a pending edit.
      const next = value.isBack
        ? snapshot.state
        : applyJsonPatch(snapshot.visibleState, value.patch);
      return editStateAsPatch(snapshot, next, value.conflict);
    }
    case "run": {
      const { runId, toolNames } = value;
      return beginRun(snapshot, { runId, toolNames, at });
    }
    case "end": {
      const { cause } = value;
      return endRun(finishConnection(snapshot), { at, ...(cause && { cause }) });
    }
    case "edits-sent":
      return markEditsSent(snapshot);
    case "earlier":
      return prependMessages(snapshot, value);
    default:
      return snapshot;
  }
}

/**
 * Applies the entries of one path to a snapshot; see `entriesTo`. A jump on it applies its patch. Returns the snapshot as it was when the
 * last entry was written.
 *
 * @param onEvent - Called with each event of the agent as it was sent.
 */
export function applyEntries(
  from: Snapshot,
  entries: Iterable<Event>,
  onEvent?: (event: Event) => void,
): Snapshot {
  let snapshot = from;
  let events: Event[] = [];
  const flush = () => {
    if (events.length > 0) snapshot = reduceEvents(snapshot, events);
    events = [];
  };
  for (const entry of entries) {
    const action = readAction(entry);
    if (action || isCompressed(entry)) flush();
    if (action) snapshot = applyAction(snapshot, action);
    else {
      const event = originalEvent(entry, snapshot.messages);
      events.push(event);
      onEvent?.(event);
    }
  }
  flush();
  return snapshot;
}

/** Returns the events of the agent as they were sent, without fields that no reader of a log needs. */
export function agentEvents(from: Snapshot, entries: Iterable<Event>): readonly Event[] {
  const events: Event[] = [];
  applyEntries(from, entries, (event) => events.push(event));
  return events;
}

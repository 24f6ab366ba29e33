import type { Event, JsonPatch } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { flushDeferred } from "../../reducer/events/flushDeferred.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import { addIssues, beginRun, endRun } from "../../reducer/localUpdates.ts";
import { type EarlierPage, prependMessages } from "../../reducer/prependMessages.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import type { RunError, Snapshot } from "../../reducer/snapshot.ts";
import { editStateAsPatch, markEditsSent } from "../../reducer/toolUpdates.ts";
import { isCompressed, originalEvent } from "./compressEvent.ts";
import { type LocalAction, readAction } from "./entries.ts";

/**
 * Does to a snapshot what the page has done. An act of another version changes nothing. What an act carries is
 * taken for what `record.ts` has put into it.
 */
export function applyAction(snapshot: Snapshot, { name, value, at }: LocalAction): Snapshot {
  switch (name) {
    case "patch":
      return applyJsonPatch(snapshot, value.patch as JsonPatch);
    case "go":
      return value.patch ? applyJsonPatch(snapshot, value.patch as JsonPatch) : snapshot;
    case "snapshot":
      return value.snapshot as Snapshot;
    case "issues":
      return addIssues(snapshot, value.issues as readonly NewIssue[]);
    case "state": {
      // The very state that the agent has is no edit of it.
      const next = value.isBack
        ? snapshot.state
        : applyJsonPatch(snapshot.visibleState, value.patch as JsonPatch);
      return editStateAsPatch(snapshot, next, value.conflict as StateConflict | undefined);
    }
    case "run": {
      const { runId, toolNames } = value as { runId: string; toolNames: readonly string[] };
      return beginRun(snapshot, { runId, toolNames, at });
    }
    case "end": {
      const { cause } = value as { cause?: "stopped" | RunError };
      return endRun(flushDeferred(snapshot), { at, ...(cause && { cause }) });
    }
    case "carry":
      return markEditsSent(snapshot);
    case "earlier":
      return prependMessages(snapshot, value as unknown as EarlierPage);
    default:
      return snapshot;
  }
}

/**
 * Goes on from a snapshot with entries of a log that has no turnings: see `entriesTo`. The result is what
 * the thread held when the last of them was written.
 *
 * @param onEvent - Called with the events of the agent, as it has sent them.
 */
export function replay(
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
    const act = readAction(entry);
    if (act || isCompressed(entry)) flush();
    if (act) snapshot = applyAction(snapshot, act);
    else {
      const event = originalEvent(entry, snapshot.messages);
      events.push(event);
      onEvent?.(event);
    }
  }
  flush();
  return snapshot;
}

/** The events of the agent in such entries, as it has sent them, but for what no reader of a log needs. */
export function agentEvents(from: Snapshot, entries: Iterable<Event>): readonly Event[] {
  const events: Event[] = [];
  replay(from, entries, (event) => events.push(event));
  return events;
}

import { callsOf } from "../../protocol/callsOf.ts";
import type { Event, EventOf } from "../../protocol/events.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { serverIdOf } from "../../reducer/serverIds.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import type { ThreadListeners } from "../../store/thread/threadOptions.ts";

/** A run as far as a stream has delivered it. */
interface ReceivedRun {
  readonly runId: string;
  /** The first events, for comparison. */
  readonly events: Event[];
  count: number;
  isFinished: boolean;
}

/** Number of events that are compared to recognize a replayed run; later events are matched by position. */
const MAX_COMPARED = 500;

/**
 * Creates listeners that pass on the new events of a thread, without those that a stream replays. A known run id does not
 * prove a replay, because some servers give every run the same id: events of such a run are deferred until they are
 * classified. They count as replayed:
 *
 * - when they start a message or call that existed before the stream;
 * - when another run follows;
 * - as far as they repeat a run that was cut off.
 *
 * All others are new, at the latest when the stream ends.
 */
export function createNewEventListeners(
  thread: Thread,
  onEvent: (event: Event) => void,
): ThreadListeners {
  /** The thread before the stream. */
  let before: Snapshot = thread.getSnapshot();
  let existing: ExistingIds | undefined;
  /** The classification of the current events. */
  let kind: "new" | "replayed" | "unknown" = before.tracking.isReplay ? "replayed" : "new";
  let current: ReceivedRun | undefined;
  /** The current run as it was received when it was cut off. */
  let cutOff: ReceivedRun | undefined;
  let deferred: Event[] = [];
  /** True once the server has proved to use a run id again: then only a run that was cut off is deferred. */
  let reusesRunId = false;

  const deliver = (events: readonly Event[]) => {
    for (const event of events) {
      try {
        onEvent(event);
      } catch (error) {
        reportUncaught(error);
      }
    }
  };

  function classify(as: "new" | "replayed"): void {
    if (kind !== "unknown") return;
    kind = as;
    const events = deferred;
    deferred = [];
    deliver(as === "new" ? events : events.slice(cutOff?.count ?? events.length));
    if (as === "new") reusesRunId = true;
  }

  function startRun(runId: string, isReplay: boolean): void {
    const last = current;
    // Another run follows, so the deferred events were history.
    classify("replayed");
    cutOff = last?.runId === runId && !last.isFinished ? longerRun(last, cutOff) : undefined;
    current = { runId, events: [], count: 0, isFinished: false };
    kind = isReplay && (cutOff || !reusesRunId) ? "unknown" : "new";
  }

  function startsExisting(event: Event): boolean {
    if (!isStart(event)) return false;
    existing ??= existingIdsOf(before);
    return event.type === "TOOL_CALL_START"
      ? existing.calls.has(event.toolCallId)
      : existing.messages.has(event.messageId);
  }

  /** Classifies the current run by its next event. */
  function classifyBy(event: Event, count: number): void {
    const repeated = cutOff?.events[count - 1];
    if (startsExisting(event)) classify("replayed");
    else if (cutOff && count > cutOff.count) {
      // The run continues after the event at which it was cut off.
      classify("replayed");
      kind = "new";
    } else if (cutOff) {
      if (repeated && !isSameEvent(event, repeated)) classify("new");
    } else if (isStart(event)) classify("new");
  }

  /** Returns true when a replayed run has reached its first event that was not received before. */
  function isBeyondReplay(event: Event, count: number): boolean {
    return cutOff ? count > cutOff.count : isStart(event) && !startsExisting(event);
  }

  return {
    onRunStart() {
      before = thread.getSnapshot();
      existing = undefined;
      kind = "new";
    },
    onEvent(event, { tracking }) {
      // Annotations that the application adds do not belong to a stream.
      if (!tracking.isAttached) return deliver([event]);
      if (event.type === "RUN_STARTED") startRun(event.runId, tracking.isReplay);
      const count = current ? append(current, event) : 0;
      if (kind === "new") return deliver([event]);
      if (kind === "unknown") {
        deferred.push(event);
        classifyBy(event, count);
      } else if (isBeyondReplay(event, count)) {
        kind = "new";
        deliver([event]);
      }
    },
    onRunEnd() {
      const isRepeated = cutOff !== undefined && deferred.length <= cutOff.count;
      classify(isRepeated ? "replayed" : "new");
    },
  };
}

/** Appends an event to a run, and returns its number, counted from 1. */
function append(run: ReceivedRun, event: Event): number {
  if (run.events.length < MAX_COMPARED) run.events.push(event);
  if (event.type === "RUN_FINISHED") run.isFinished = true;
  run.count += 1;
  return run.count;
}

function longerRun(a: ReceivedRun, b: ReceivedRun | undefined): ReceivedRun {
  return b?.runId === a.runId && b.count > a.count ? b : a;
}

type StartEvent = EventOf<"TEXT_MESSAGE_START" | "TOOL_CALL_START" | "REASONING_MESSAGE_START">;

/** Returns true for an event that starts a message or a call. */
function isStart(event: Event): event is StartEvent {
  const { type } = event;
  return (
    type === "TEXT_MESSAGE_START" ||
    type === "TOOL_CALL_START" ||
    type === "REASONING_MESSAGE_START"
  );
}

/** Ids of messages and calls of a snapshot, as the server knows them. */
interface ExistingIds {
  readonly messages: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

function existingIdsOf({ messages }: Snapshot): ExistingIds {
  const calls = messages.flatMap(callsOf);
  return { messages: new Set(messages.map(serverIdOf)), calls: new Set(calls.map(serverIdOf)) };
}

/** Compares two events without their timestamps, which differ in a replay. */
function isSameEvent(a: Event, b: Event): boolean {
  const contentOf = (event: Event) => JSON.stringify({ ...event, timestamp: 0 });
  return contentOf(a) === contentOf(b);
}

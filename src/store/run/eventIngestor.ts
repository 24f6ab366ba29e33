import { createCanonicalizer, type EarlierContent } from "../../protocol/canonicalizer.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import type { RunTracking } from "../../reducer/runTracking.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { createEventBuffer, withTimestamp } from "./eventBuffer.ts";
import { throwOnViolation } from "./runError.ts";

/**
 * Events that are applied and published at once because the user or the application waits for them. They are starts
 * and ends of runs, and snapshots of messages and of the state. All others wait for the next frame, or until the
 * snapshot is read: each application copies the records that change.
 */
const BOUNDARIES: ReadonlySet<string> = new Set([
  "RUN_STARTED",
  "RUN_FINISHED",
  "RUN_ERROR",
  "MESSAGES_SNAPSHOT",
  "STATE_SNAPSHOT",
]);

/** Processing of what an agent yields. */
export interface EventIngestor {
  ingestYielded(yielded: unknown): void;
  /** True while received events wait for a later one, so that the snapshot and the log lack them. */
  readonly hasDeferredEvents: boolean;
}

/**
 * Creates the ingestor of a run. It converts what the agent yields to canonical events, reduces them and publishes the
 * result.
 *
 * @param storedTexts - Texts that chunks of the stream may continue.
 */
export function createEventIngestor(
  context: RunContext,
  runId: string,
  storedTexts?: EarlierContent["storedTexts"],
): EventIngestor {
  const { options, now, listeners, getBaseSnapshot, commit, bufferUntilRead, matchRuns } = context;
  const isStrict = options.strict;
  const split = isStrict ? splitByEvent : splitByRun;
  let issues: NewIssue[] = [];
  const buffer = createEventBuffer();
  /** Issues of the buffered events. */
  let bufferedIssues: NewIssue[] = [];
  /** Open streams at the time of the first buffered event or issue. */
  let trackingBeforeBuffer: RunTracking;
  const canonicalizer = createCanonicalizer(
    { threadId: getBaseSnapshot().threadId, runId, onIssue: (issue) => issues.push(issue) },
    { ...earlierContentOf(getBaseSnapshot(), runId), storedTexts },
  );

  /**
   * Reduces and publishes events.
   *
   * @param newIssues - Faults of these events that the canonicalizer has found.
   */
  function applyEvents(events: readonly Event[], newIssues: readonly NewIssue[]): void {
    const before = getBaseSnapshot();
    const next = reduceEvents(addIssues(before, newIssues), events);
    if (next === before && events.length === 0) return;
    const isBoundary = events.some(({ type }) => BOUNDARIES.has(type));
    commit(next, isBoundary ? "now" : "frame", { name: "events", events, issues: newIssues });
    listeners.notifyEvents(events, next);
    for (const issue of next.issues) {
      if (before.issues.includes(issue)) continue;
      listeners.notify("onIssue", issue);
      if (isStrict) throwOnViolation(issue);
    }
  }

  /** Applies the events of one run. Deltas wait in the buffer; everything else is reduced now. */
  function applyAll(events: Event[]): void {
    if (canBuffer(events)) {
      bufferAll(events);
      return;
    }
    const at = now();
    const batches = split(events.map((event) => withTimestamp(event, at)));
    // A strict run ends before the event that broke a rule.
    const isRefused = isStrict && issues.some(({ severity }) => severity === "violation");
    if (batches.length === 0 || isRefused) batches.unshift([]);
    for (const [i, batch] of batches.entries()) applyEvents(batch, i === 0 ? issues : []);
  }

  /** True when the events may wait for the next frame, and no listener has to receive each of them. */
  function canBuffer(events: readonly Event[]): boolean {
    if (!bufferUntilRead || isStrict || listeners.hasListener("onEvent")) return false;
    return !events.some(({ type }) => BOUNDARIES.has(type));
  }

  /** Returns the open streams without applying the buffer, as reading the snapshot would. */
  function currentTracking(): RunTracking {
    if (buffer.isEmpty && bufferedIssues.length === 0)
      trackingBeforeBuffer = getBaseSnapshot().tracking;
    return trackingBeforeBuffer;
  }

  function bufferAll(events: readonly Event[]): void {
    const tracking = currentTracking();
    bufferUntilRead?.(drainBuffer);
    bufferedIssues.push(...issues);
    const at = now();
    for (const event of events) buffer.addEvent(event, at, tracking);
  }

  /** Reduces the buffered events, when the snapshot is read. */
  function drainBuffer(): void {
    const newIssues = bufferedIssues;
    bufferedIssues = [];
    applyEvents(buffer.drainEvents(), newIssues);
  }

  function canonicalizeAndApply(values: readonly unknown[]): void {
    const events: Event[] = [];
    issues = [];
    try {
      for (const value of values) canonicalizer.pushValue(value, events);
    } finally {
      // Events that came before an unreadable value are applied too.
      for (const batch of matchRuns?.(events) ?? [events]) {
        applyAll(batch);
        issues = [];
      }
    }
  }

  return {
    ingestYielded(yielded) {
      const values: readonly unknown[] = Array.isArray(yielded) ? yielded : [yielded];
      // Issues are published before the events of their batch, and must not precede the run that has them.
      if (values.length < 2) canonicalizeAndApply(values);
      else for (const batch of split(values)) canonicalizeAndApply(batch);
    },
    get hasDeferredEvents() {
      return canonicalizer.hasDeferredEvents;
    },
  };
}

/** Returns the content of a conversation from which events of a faulty stream get ids. */
function earlierContentOf(snapshot: Snapshot, runId: string): EarlierContent {
  const { tracking, toolCalls } = snapshot;
  const kinds = ["text", "reasoning", "reasoningSpans", "toolCalls"] as const;
  return {
    createdIds: countCreatedIds(snapshot, runId),
    unansweredIds: Object.entries(toolCalls).flatMap(([id, info]) =>
      isUnanswered(info) ? id : [],
    ),
    openStreams: (tracking.phase === "active" ? kinds : []).flatMap((kind) =>
      Object.entries(tracking[kind]).flatMap(([id, entry]) => {
        if (!entry.isOpen) return [];
        // Only a call has arguments.
        const text = findToolCall(snapshot, entry.id)?.toolCall.function.arguments;
        return { kind, id, subagentRunId: entry.subagentRunId, text };
      }),
    ),
  };
}

/** Returns the highest number in the ids that were created for things of an open run without an id. */
function countCreatedIds({ tracking }: Snapshot, runId: string): number {
  if (tracking.phase !== "active") return 0;
  const { text, reasoning, reasoningSpans, toolCalls, activities, subagents } = tracking;
  const ids = [text, reasoning, reasoningSpans, toolCalls, activities, subagents].flatMap(
    Object.keys,
  );
  const start = deriveId(runId, "");
  const numbers = ids.map((id) => (id.startsWith(start) ? id.slice(start.length) : ""));
  return Math.max(0, ...numbers.filter((number) => /^\d+$/.test(number)).map(Number));
}

/** Splits a batch before every RUN_STARTED, which clears the tracking of the run before. */
function splitByRun<T>(events: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (const event of events) {
    const batch = isRecord(event) && event.type === "RUN_STARTED" ? undefined : batches.at(-1);
    if (batch) batch.push(event);
    else batches.push([event]);
  }
  return batches;
}

/** Splits a batch between all events, so that a strict run ends with the event that broke a rule. */
function splitByEvent<T>(events: readonly T[]): T[][] {
  return events.map((event) => [event]);
}

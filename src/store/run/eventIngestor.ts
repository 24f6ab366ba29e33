import type { Canonicalizer } from "../../protocol/canonicalizer.ts";
import type { Event } from "../../protocol/events.ts";
import type { Issue, NewIssue } from "../../protocol/issue.ts";
import { readEveryday } from "../../protocol/readEveryday.ts";
import { createReducer, type ReduceEvents } from "../../reducer/createReducer.ts";
import { everydayHandlers } from "../../reducer/everydayHandlers.ts";
import { addIssues } from "../../reducer/localUpdates.ts";
import type { RunTracking } from "../../reducer/runTracking.ts";
import { type Late, lateParts, loadLate } from "../thread/loadLate.ts";
import type { RunContext } from "../thread/runContext.ts";
import { bufferDelta, type DeltaBuffer, isBufferable, stamped } from "./deltaBuffer.ts";

/**
 * Events that a person or a program waits for are published at once: starts and ends of runs, ends and results of
 * calls, and what is told as a whole.
 */
const BOUNDARY = /^RUN_|CALL_(END|RESULT)$|SNAPSHOT$/;

const reduceEveryday = createReducer(everydayHandlers);

/** Takes what an agent yields. */
export type StreamReader = (yielded: unknown) => void | Promise<void>;

/** Makes what takes what the agent yields: canonical, stamped, reduced, published. */
export function createEventIngestor<TState>(
  context: RunContext<TState>,
  runId: string,
): StreamReader {
  const { options, createId, now, listeners, getSnapshot, commit, deferUntilRead } = context;
  const isStrict = options.strict;
  const ids = { threadId: getSnapshot().threadId, runId };
  let issues: NewIssue[] = [];
  /** Pieces that are applied together when somebody looks. */
  const held: DeltaBuffer = new Map();
  /** What is known of their streams. */
  let tracking: RunTracking;
  let canonicalizer: Canonicalizer | undefined;
  let reduce: ReduceEvents = reduceEveryday;
  let partsOf = byRun;
  let throwOnViolation: ((issue: Issue) => void) | undefined;

  function extend(late: Late): void {
    const onIssue = (issue: NewIssue) => issues.push(issue);
    canonicalizer = late.createCanonicalizer({ ...ids, createId, onIssue });
    reduce = late.reduceEvents;
    if (isStrict) ({ throwOnViolation, partsOf } = late.strictMode);
  }

  /** @param found - What was wrong with them. */
  function apply(events: readonly Event[], found: readonly NewIssue[]): void {
    const before = getSnapshot();
    const next = reduce(addIssues(before, found), events);
    if (next === before && events.length === 0) return;
    const isBoundary = events.some(({ type }) => BOUNDARY.test(type));
    commit(next, isBoundary ? "now" : "frame", { name: "events", events, issues: found });
    listeners.notifyEvents(events, next);
    for (const issue of next.issues) {
      if (before.issues.includes(issue)) continue;
      listeners.notify("onIssue", issue);
      throwOnViolation?.(issue);
    }
  }

  function applyAll(events: Event[]): void {
    if (hold(events)) return;
    const at = now();
    const parts = partsOf(events.map((event) => stamped(event, at)));
    for (const [i, part] of parts.entries()) apply(part, i === 0 ? issues : []);
  }

  /** Keeps pieces until somebody looks, unless somebody hears of each event; tells whether it has. */
  function hold(events: readonly Event[]): boolean {
    if (!deferUntilRead || isStrict || issues.length > 0 || listeners.hasListener("onEvent"))
      return false;
    if (held.size === 0) ({ tracking } = getSnapshot());
    for (const event of events) if (!isBufferable(event, tracking)) return false;
    deferUntilRead(applyHeld);
    const at = now();
    for (const event of events) bufferDelta(held, event, at);
    return true;
  }

  function applyHeld(): void {
    const events = [...held.values()].flat();
    held.clear();
    apply(events, []);
  }

  function read(values: readonly unknown[]): void {
    const events: Event[] = [];
    issues = [];
    try {
      for (const value of values) canonicalizer?.push(value, events);
    } finally {
      // Also when the stream turns out to be unreadable: what came before is kept.
      applyAll(events);
    }
  }

  /** Reads with what has been loaded, and tells whether that was enough. */
  function tryToRead(values: readonly unknown[]): boolean {
    if (canonicalizer) {
      if (isStrict) for (const value of values) read([value]);
      else read(values);
      return true;
    }
    // What a strict run takes is late, whatever it reads.
    if (isStrict) return false;
    const events: Event[] = [];
    for (const value of values) {
      const event = readEveryday(value, ids);
      if (!event) return false;
      events.push(event);
    }
    applyAll(events);
    return true;
  }

  const known = lateParts();
  if (known) extend(known);

  return (yielded) => {
    const values: readonly unknown[] = Array.isArray(yielded) ? yielded : [yielded];
    if (tryToRead(values)) return;
    return loadLate().then((late) => {
      extend(late);
      tryToRead(values);
    });
  };
}

/** Cuts a batch before every start of a run: until then it is known what the last one completed. */
function byRun(events: readonly Event[]): Event[][] {
  const parts: Event[][] = [[]];
  for (const event of events) {
    if (event.type === "RUN_STARTED") parts.push([]);
    parts.at(-1)?.push(event);
  }
  return parts;
}

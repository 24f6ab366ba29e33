import { createCanonicalizer } from "../protocol/canonicalizer.ts";
import type { Event } from "../protocol/events.ts";
import type { Issue, NewIssue } from "../protocol/issue.ts";
import { createReducer, type ReduceEvents } from "../reducer/createReducer.ts";
import { everydayHandlers } from "../reducer/everydayHandlers.ts";
import { addIssues } from "../reducer/transitions.ts";
import { type Late, lateParts, loadLate } from "./loadLate.ts";
import type { RunContext } from "./runContext.ts";

/** Events that a person or a program waits for: they are published at once. */
const BOUNDARIES: ReadonlySet<string> = new Set([
  "RUN_STARTED",
  "RUN_FINISHED",
  "RUN_ERROR",
  "TOOL_CALL_END",
  "TOOL_CALL_RESULT",
  "STATE_SNAPSHOT",
  "MESSAGES_SNAPSHOT",
  "ACTIVITY_SNAPSHOT",
]);

/** In strict mode, how a run learns that it broke a rule. */
export class Violation extends Error {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.message);
    this.issue = issue;
  }
}

/** What one thing that was yielded comes to. */
interface Batch {
  readonly issues: readonly NewIssue[];
  readonly events: readonly Event[];
}

const reduceEveryday = createReducer(everydayHandlers);

/** Makes the function that takes what the agent yields: canonical, stamped, reduced, published. */
export function createStreamReader<TState>(context: RunContext<TState>, runId: string) {
  const { isStrict, createId, now, listeners, getSnapshot, commit } = context;
  let issues: NewIssue[] = [];
  const canonicalizer = createCanonicalizer({
    createId,
    threadId: getSnapshot().threadId,
    runId,
    onIssue: (issue) => issues.push(issue),
  });
  let reduce: ReduceEvents = reduceEveryday;

  function extend(late: Late): void {
    canonicalizer.extend(late.lateProtocol);
    reduce = late.reduceEvents;
  }

  function apply(batch: Batch): void {
    const before = getSnapshot();
    const next = reduce(addIssues(before, batch.issues), batch.events);
    if (next === before && batch.events.length === 0) return;
    const isBoundary = batch.events.some(({ type }) => BOUNDARIES.has(type));
    commit(next, isBoundary ? "now" : "frame");
    listeners.notifyEvents(batch.events, next);
    if (next.issues === before.issues) return;
    for (const issue of newIssues(before.issues, next.issues)) {
      listeners.notify("onIssue", issue);
      if (isStrict && issue.severity === "violation") throw new Violation(issue);
    }
  }

  function read(values: readonly unknown[]): void {
    const events: Event[] = [];
    issues = [];
    try {
      for (const value of values) canonicalizer.push(value, events);
    } finally {
      // Also when the stream turns out to be unreadable: what came before is kept.
      stamp(events, now());
      const [first = [], ...others] = byRun(events);
      apply({ issues, events: first });
      for (const part of others) apply({ issues: [], events: part });
    }
  }

  /** One event at a time, so that what broke the rule is the last thing that was applied. */
  function readStrictly(values: readonly unknown[]): void {
    for (const value of values) {
      const events: Event[] = [];
      issues = [];
      canonicalizer.push(value, events);
      stamp(events, now());
      apply({ issues, events: [] });
      for (const event of events) apply({ issues: [], events: [event] });
    }
  }

  const readAll = isStrict ? readStrictly : read;
  const known = lateParts();
  if (known) extend(known);

  return (yielded: unknown): void | Promise<void> => {
    const values: readonly unknown[] = Array.isArray(yielded) ? yielded : [yielded];
    if (values.every(canonicalizer.canRead)) {
      readAll(values);
      return;
    }
    return loadLate().then((late) => {
      extend(late);
      readAll(values);
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

/** Gives events that carry no time the one they arrived at. */
function stamp(events: Event[], at: number): void {
  for (const [i, event] of events.entries()) {
    if (event.timestamp === undefined) events[i] = { ...event, timestamp: at };
  }
}

function newIssues(before: readonly Issue[], after: readonly Issue[]): readonly Issue[] {
  return after.filter((issue, i) => issue !== before[i]);
}

import type { Agent } from "../protocol/agent.ts";
import { createCanonicalizer } from "../protocol/canonicalEvents.ts";
import { type Event, EventType } from "../protocol/events.ts";
import type { Issue, NewIssue } from "../protocol/issue.ts";
import { answerOpenCalls } from "../reducer/history.ts";
import { reduceEvents } from "../reducer/reduceEvents.ts";
import type { RunError, Snapshot } from "../reducer/snapshot.ts";
import { addIssues, beginRun, endRun } from "../reducer/transitions.ts";
import { buildInput } from "./buildInput.ts";
import type { Listeners } from "./listeners.ts";
import { readAgent } from "./readAgent.ts";
import { describeFailure, describeViolation, errorOf } from "./runError.ts";
import type { RunParameters, RunResult } from "./types.ts";

/** Events that a person or a program waits for: they are published at once. */
const BOUNDARIES: ReadonlySet<EventType> = new Set([
  EventType.RUN_STARTED,
  EventType.RUN_FINISHED,
  EventType.RUN_ERROR,
  EventType.TOOL_CALL_END,
  EventType.TOOL_CALL_RESULT,
  EventType.STATE_SNAPSHOT,
  EventType.MESSAGES_SNAPSHOT,
  EventType.ACTIVITY_SNAPSHOT,
]);

export interface RunContext<TState> {
  readonly agent: Agent;
  readonly isStrict: boolean;
  readonly createId: () => string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly listeners: Listeners;
  /** The snapshot the run starts from, with the person's message. */
  readonly from: Snapshot<TState>;
  readonly parameters: RunParameters<TState>;
  readonly getSnapshot: () => Snapshot<TState>;
  /** Takes the next snapshot; it is published at once or with the next frame. */
  readonly commit: (next: Snapshot<TState>, when: "now" | "frame") => void;
  /** Called when the run has ended, before anybody hears of it: the next may start from there. */
  readonly release: () => void;
}

/** In strict mode, how a run learns that it broke a rule. */
class Violation extends Error {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.message);
    this.issue = issue;
  }
}

/**
 * Runs an agent once, from input to the end of its stream. Resolves when the run has ended,
 * however it did; the snapshot says how.
 *
 * @throws AgentKitError `invalid-argument` when `resume` answers an expired interrupt
 */
export async function executeRun<TState>(context: RunContext<TState>): Promise<RunResult> {
  const { agent, signal, createId, now, listeners, from, parameters, getSnapshot, commit } =
    context;
  const runId = createId();
  const known = new Set(getSnapshot().messages);
  const prepared = answerOpenCalls(from, createId);
  const input = buildInput(prepared, { ...parameters, runId, at: now() });
  const toolNames = input.tools.map(({ name }) => name);
  commit(beginRun(prepared, { runId, toolNames, at: now() }), "now");
  const before = new Set(getSnapshot().messages.map(({ id }) => id));
  for (const message of prepared.messages) {
    if (!known.has(message)) listeners.notify("onMessage", message);
  }
  listeners.notify("onRunStart", { runId });

  const handle = createReader(context, runId);
  let cause: "stopped" | RunError | undefined;
  let thrown: unknown;
  try {
    await readAgent(agent, input, signal, handle);
  } catch (error) {
    thrown = error;
    if (error instanceof Violation) cause = describeViolation(error.issue);
    else if (signal.aborted || (error instanceof Error && error.name === "AbortError")) {
      cause = "stopped";
    } else cause = describeFailure(error);
  }
  commit(endRun(getSnapshot(), { at: now(), ...(cause && { cause }) }), "now");

  const { run, messages } = getSnapshot();
  const error = errorOf(run, thrown);
  const result: RunResult = {
    outcome: run.outcome ?? "error",
    result: run.result,
    newMessages: messages.filter(({ id }) => !before.has(id)),
    ...(error && { error }),
  };
  context.release();
  listeners.notify("onRunEnd", result);
  return result;
}

/** Makes the function that takes what the agent yields: canonical, stamped, reduced, published. */
function createReader<TState>(context: RunContext<TState>, runId: string) {
  const { isStrict, createId, now, listeners, getSnapshot, commit } = context;
  let found: NewIssue[] = [];
  const canonicalize = createCanonicalizer({
    createId,
    threadId: getSnapshot().threadId,
    runId,
    onIssue: (issue) => found.push(issue),
  });

  function apply(events: readonly Event[]): void {
    const issuesBefore = getSnapshot().issues;
    let next = getSnapshot();
    if (found.length > 0) {
      next = addIssues(next, found);
      found = [];
    }
    next = reduceEvents(next, events);
    if (next === getSnapshot() && events.length === 0) return;
    const isBoundary = events.some(({ type }) => BOUNDARIES.has(type));
    commit(next, isBoundary ? "now" : "frame");
    listeners.notifyEvents(events, next);
    if (next.issues === issuesBefore) return;
    for (const issue of newIssues(issuesBefore, next.issues)) {
      listeners.notify("onIssue", issue);
      if (isStrict && issue.severity === "violation") throw new Violation(issue);
    }
  }

  return (yielded: unknown): void => {
    const values: readonly unknown[] = Array.isArray(yielded) ? yielded : [yielded];
    const events: Event[] = [];
    try {
      for (const value of values) {
        const start = events.length;
        canonicalize(value, events);
        stamp(events, start, now());
        // One at a time, so that what broke the rule is the last thing that was applied.
        if (isStrict) for (const event of events.splice(0)) apply([event]);
        if (isStrict && found.length > 0) apply([]);
      }
    } finally {
      // Also when the stream turned out to be unreadable: what came before it is kept.
      apply(events);
    }
  };
}

/** Gives events that carry no time the one they arrived at. */
function stamp(events: Event[], from: number, at: number): void {
  for (let i = from; i < events.length; i++) {
    const event = events[i];
    if (event && event.timestamp === undefined) events[i] = { ...event, timestamp: at };
  }
}

function newIssues(before: readonly Issue[], after: readonly Issue[]): readonly Issue[] {
  return after.filter((issue, i) => issue !== before[i]);
}

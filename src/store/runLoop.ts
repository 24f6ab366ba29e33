import type { Agent } from "../protocol/agent.ts";
import { createCanonicalizer } from "../protocol/canonicalizer.ts";
import type { Event, RunAgentInput } from "../protocol/events.ts";
import type { Issue, NewIssue } from "../protocol/issue.ts";
import { createReducer, type ReduceEvents } from "../reducer/createReducer.ts";
import { everydayHandlers } from "../reducer/everydayHandlers.ts";
import type { RunError, Snapshot } from "../reducer/snapshot.ts";
import { hasOpenCalls } from "../reducer/toolCallInfo.ts";
import { addIssues, beginRun, endRun, replaceMessages } from "../reducer/transitions.ts";
import { buildInput } from "./buildInput.ts";
import type { Listeners } from "./listeners.ts";
import { type Late, lateParts, loadLate } from "./loadLate.ts";
import { readAgent } from "./readAgent.ts";
import { describeFailure, describeViolation, errorOf } from "./runError.ts";
import type { RunParameters, RunResult } from "./types.ts";

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

export interface RunContext<TState> {
  readonly agent: Agent;
  readonly isStrict: boolean;
  readonly createId: () => string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly listeners: Listeners;
  /** The snapshot the run starts from, with the person's message. */
  readonly from: Snapshot<TState>;
  /** Whether it holds messages of the program's that have not been read through. */
  readonly hasUnread: boolean;
  /** Called when they have been. */
  readonly onRead: () => void;
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
 * @throws AgentKitError `invalid-argument` when `resume` answers an expired interrupt, or a message
 *   of the program's cannot be read
 */
export async function executeRun<TState>(context: RunContext<TState>): Promise<RunResult> {
  const { agent, signal, createId, now, listeners, from, parameters, getSnapshot, commit } =
    context;
  const runId = createId();
  const origin = getSnapshot();
  const toolNames = parameters.tools?.map(({ name }) => name) ?? [];
  // Before anything is loaded or read: what the person sent shows at once.
  commit(beginRun(from, { runId, toolNames, at: now() }), "now");
  let input: RunAgentInput;
  try {
    if (context.hasUnread || hasOpenCalls(from)) await prepare(context);
    const { interrupts } = getSnapshot();
    input = buildInput(getSnapshot(), { ...parameters, runId, at: now() });
    if (interrupts.some(({ spelling }) => spelling)) {
      input = (await import("./spellAnswers.ts")).spellAnswers(input, interrupts);
    }
  } catch (error) {
    // It cannot be run, and leaves no trace.
    commit(origin, "now");
    throw error;
  }
  const known = new Set(origin.messages);
  const before = new Set<string>();
  for (const message of getSnapshot().messages) {
    before.add(message.id);
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

/** Makes a conversation fit to be sent: messages read through, no call without an answer. */
async function prepare<TState>(context: RunContext<TState>): Promise<void> {
  const { hasUnread, onRead, createId, getSnapshot, commit } = context;
  if (hasUnread) {
    const { readMessages } = await loadLate();
    const { messages } = getSnapshot();
    const read = readMessages(messages);
    if (read !== messages) commit(replaceMessages(getSnapshot(), read), "now");
    onRead();
  }
  if (!hasOpenCalls(getSnapshot())) return;
  const { answerOpenCalls } = await import("../reducer/history.ts");
  commit(answerOpenCalls(getSnapshot(), createId), "now");
}

/** What one thing that was yielded comes to. */
interface Batch {
  readonly issues: readonly NewIssue[];
  readonly events: Event[];
}

const reduceEveryday = createReducer(everydayHandlers);

/** Makes the function that takes what the agent yields: canonical, stamped, reduced, published. */
function createReader<TState>(context: RunContext<TState>, runId: string) {
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
      apply({ issues, events });
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

/** Gives events that carry no time the one they arrived at. */
function stamp(events: Event[], at: number): void {
  for (const [i, event] of events.entries()) {
    if (event.timestamp === undefined) events[i] = { ...event, timestamp: at };
  }
}

function newIssues(before: readonly Issue[], after: readonly Issue[]): readonly Issue[] {
  return after.filter((issue, i) => issue !== before[i]);
}

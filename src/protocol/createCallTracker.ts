import { hasCompleteArguments } from "./chunks/callChunks.ts";
import type { EventName } from "./events.ts";
import { streamKey } from "./streamReferences.ts";

/** A call that has started and has neither an end nor a result. */
interface OpenCall {
  /** Key of the agent that makes the call; see `streamKey`. */
  readonly key: string;
  readonly id: string;
  /** The arguments so far, in parts. */
  readonly deltas: string[];
}

/** Key of calls of the agent itself, and of events that state no sub-agent. */
const AGENT_KEY = streamKey("call", {});

/** Tracks the calls of a stream. */
interface CallTracker {
  /** Begins a run. */
  startRun(): void;
  /** Records a call that starts. */
  start(key: string, id: string): void;
  /** Records a call that is open when the stream begins, with its arguments so far. */
  continue(key: string, id: string, text: string): void;
  addArguments(id: string, delta: string): void;
  end(id: string): void;
  answer(id: string): void;
  /** Returns the open call of an agent to which arguments or an end without an id belong. */
  findOpen(type: EventName, key: string): string | undefined;
  /** Returns the call that a result without an id answers. */
  findUnanswered(): string | undefined;
  /** True for a call without a result from before the run that no event of the stream has named. */
  isEarlierUnanswered(id: string): boolean;
}

/**
 * Creates a tracker, which decides where events without an id belong. Servers that omit ids send parallel calls one
 * after the other, or all starts first and then the arguments of each call. Events belong to calls in the order of
 * their starts:
 *
 * - Arguments continue the oldest open call whose arguments have begun and are no complete JSON. Else they begin the
 *   arguments of the oldest open call that has none. When all are complete, they belong to the latest call.
 * - An end ends the oldest open call that has arguments, else the oldest open call.
 * - A result answers the oldest call without a result: of the run, else of the time before the stream, else of
 *   earlier runs of the stream.
 *
 * @param unansweredIds - Returns the calls without a result from before the stream. Faulty streams only need them.
 */
export function createCallTracker(unansweredIds: () => readonly string[] = () => []): CallTracker {
  /** The open calls by id, oldest first. */
  const open = new Map<string, OpenCall>();
  /** Calls without a result of the run. */
  const unansweredInRun = new Set<string>();
  /** Calls without a result of earlier runs of the stream. */
  const unansweredInEarlierRuns = new Set<string>();
  /** Calls without a result from before the stream; `undefined` until a faulty event needs them. */
  let unansweredBefore: Set<string> | undefined;
  /** Calls that events of the stream have named or answered. */
  const namedCalls = new Set<string>();

  /** Returns the calls without a result from before the stream that no event of the stream has named. */
  function earlierUnanswered(): ReadonlySet<string> {
    unansweredBefore ??= new Set(unansweredIds().filter((id) => !namedCalls.has(id)));
    return unansweredBefore;
  }

  /** Removes a call from the unanswered calls of earlier runs: the run has named or answered it. */
  function removeEarlier(id: string): void {
    unansweredInEarlierRuns.delete(id);
    unansweredBefore?.delete(id);
    namedCalls.add(id);
  }

  function addArguments(id: string, delta: string): void {
    if (delta.trim()) open.get(id)?.deltas.push(delta);
  }

  function openCall(key: string, id: string): void {
    // A call that starts again is the latest one.
    open.delete(id);
    open.set(id, { key, id, deltas: [] });
  }

  return {
    addArguments,
    startRun() {
      for (const id of unansweredInRun) unansweredInEarlierRuns.add(id);
      unansweredInRun.clear();
      open.clear();
    },
    start(key, id) {
      openCall(key, id);
      removeEarlier(id);
      unansweredInRun.add(id);
    },
    continue(key, id, text) {
      openCall(key, id);
      addArguments(id, text);
    },
    end(id) {
      open.delete(id);
    },
    answer(id) {
      removeEarlier(id);
      unansweredInRun.delete(id);
      open.delete(id);
    },
    findOpen(type, key) {
      const all = [...open.values()];
      const own = all.filter((call) => call.key === key);
      // An event need not state its sub-agent, which the start has stated.
      const calls = own.length === 0 && key === AGENT_KEY ? all : own;
      if (calls.length < 2) return calls[0]?.id;
      const isBegun = ({ deltas }: OpenCall) => deltas.length > 0;
      const target =
        type === "TOOL_CALL_END"
          ? (calls.find(isBegun) ?? calls[0])
          : (calls.find((call) => isBegun(call) && !hasCompleteArguments(call)) ??
            calls.find((call) => !isBegun(call)) ??
            calls.at(-1));
      return target?.id;
    },
    findUnanswered() {
      const [ofRun] = unansweredInRun;
      if (ofRun !== undefined) return ofRun;
      const [first] = [...earlierUnanswered(), ...unansweredInEarlierRuns];
      return first;
    },
    isEarlierUnanswered: (id) => unansweredInEarlierRuns.has(id) || earlierUnanswered().has(id),
  };
}

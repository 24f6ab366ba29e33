import type { Event } from "../events.ts";
import { hasCompleteArguments } from "./callChunks.ts";
import { isJsonBeginning } from "./isJsonBeginning.ts";

/** A call that has started and has neither an end nor a result. */
interface OpenCall {
  /** Key of the agent that makes the call; see `streamKey`. */
  readonly key: string;
  readonly id: string;
  /** The deltas of the arguments so far. */
  readonly deltas: string[];
}

/** Number of deltas after which arguments count as continued unchecked: the cost of a check grows with their length. */
const MAX_CHECKED_PARTS = 200;

interface CallTracker {
  startRun(): void;
  /** Records a call that starts. */
  startCall(key: string, id: string): void;
  /** Records the id that was created for a call without one. */
  recordCreated(id: string): void;
  /** True for a call of the run that started without an id. */
  isCreated(id: string): boolean;
  /** Returns the id that was created for a call last. */
  findLastCreated(): string | undefined;
  /**
   * Records a call that is open when the stream begins, with its arguments so far. Events without an id prefer it, as
   * they do calls with a created id.
   */
  continueCall(key: string, id: string, text: string | undefined): void;
  addArguments(id: string, delta: string): void;
  endCall(id: string): void;
  answerCall(id: string): void;
  /**
   * Returns the open call of an agent to which arguments or an end without an id belong. Calls that started without an id
   * are preferred.
   */
  findOpen(event: Event, key: string): string | undefined;
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
 * - Arguments continue the oldest open call whose arguments have begun, are not complete JSON, and stay the beginning of
 *   JSON. Else they begin the arguments of the oldest open call that has none, or belong to the latest call. So no
 *   call of interleaved deltas stays without arguments, which would count as `{}`.
 * - An end ends the oldest open call that has arguments, else the oldest open call.
 * - A result answers the oldest call without a result. Calls of the run come first, then those before the stream, then
 *   those of earlier runs of the stream.
 *
 * @param unansweredBefore - The calls without a result from before the stream, oldest first.
 */
export function createCallTracker(unansweredBefore: Iterable<string> = []): CallTracker {
  /** The open calls by id, oldest first. */
  const open = new Map<string, OpenCall>();
  /** Unanswered calls by id, oldest first; the value is true for calls of earlier runs. */
  const unanswered = new Map<string, boolean>();
  /** Ids of the run that were created for calls, oldest first. */
  const createdIds = new Set<string>();
  /** Calls without a result from before the stream that no event of the stream has named. */
  const callsBeforeStream = new Set(unansweredBefore);

  /** Removes a call, so that a call that starts again is the latest one. */
  function removeCall(id: string): void {
    for (const calls of [open, unanswered, callsBeforeStream]) calls.delete(id);
  }

  return {
    startRun() {
      for (const id of unanswered.keys()) unanswered.set(id, true);
      open.clear();
      createdIds.clear();
    },
    recordCreated(id) {
      createdIds.add(id);
    },
    isCreated: (id) => createdIds.has(id),
    findLastCreated: () => [...createdIds].at(-1),
    startCall(key, id) {
      removeCall(id);
      open.set(id, { key, id, deltas: [] });
      unanswered.set(id, false);
    },
    continueCall(key, id, text) {
      open.set(id, { key, id, deltas: text ? [text] : [] });
      createdIds.add(id);
    },
    addArguments(id, delta) {
      if (delta.trim()) open.get(id)?.deltas.push(delta);
    },
    endCall(id) {
      open.delete(id);
    },
    answerCall: removeCall,
    findOpen(event, key) {
      const created = [...open.values()].filter(({ id }) => createdIds.has(id));
      const candidates = created.length > 0 ? created : [...open.values()];
      const callsOfAgent = candidates.filter((call) => call.key === key);
      // The key of an event that names no sub-agent ends with a space; its start may have named one.
      const calls = callsOfAgent.length === 0 && key.endsWith(" ") ? candidates : callsOfAgent;
      if (calls.length < 2) return calls[0]?.id;
      const isBegun = ({ deltas }: OpenCall) => deltas.length > 0;
      const delta = event.type === "TOOL_CALL_ARGS" ? event.delta : "";
      const isContinued = (call: OpenCall) =>
        isBegun(call) &&
        !hasCompleteArguments(call) &&
        (call.deltas.length > MAX_CHECKED_PARTS ||
          isJsonBeginning([...call.deltas, delta].join("")));
      const target =
        event.type === "TOOL_CALL_END"
          ? (calls.find(isBegun) ?? calls[0])
          : (calls.find(isContinued) ?? calls.find((call) => !isBegun(call)) ?? calls.at(-1));
      return target?.id;
    },
    findUnanswered() {
      const [ofRun] = [...unanswered].find(([, isEarlier]) => !isEarlier) ?? [];
      const [first] = [...callsBeforeStream, ...unanswered.keys()];
      return ofRun ?? first;
    },
    isEarlierUnanswered: (id) => unanswered.get(id) || callsBeforeStream.has(id),
  };
}

import type { Event, EventOf } from "../../../protocol/events.ts";
import { isIndependent } from "./groupStreams.ts";

/** An event of the stream of a call. The order of the streams of two calls does not matter. */
type CallEvent = EventOf<"TOOL_CALL_START" | "TOOL_CALL_ARGS" | "TOOL_CALL_END">;

const CALL_EVENTS: ReadonlySet<string> = new Set([
  "TOOL_CALL_START",
  "TOOL_CALL_ARGS",
  "TOOL_CALL_END",
]);

/** Other events whose order among the arguments and the end of a call does not matter. */
const UNRELATED =
  /^(TEXT_MESSAGE|REASONING_MESSAGE)_(START|CONTENT|END)$|^STATE_(SNAPSHOT|DELTA)$|^STEP_|^TOOL_CALL_RESULT$/;

/**
 * Moves the arguments and the end of each call to its start, where other events are between them:
 *
 * ```text
 * START a   ARGS a   START b   ARGS b   ARGS a   END a   END b
 *   → START a   ARGS a   ARGS a   END a   START b   ARGS b   END b
 * ```
 *
 * An event that may depend on the arguments stays between them: a messages snapshot, for instance, and every event while
 * arguments predict the state. So do the events of a call whose id the run starts twice.
 */
export function joinCalls(events: readonly Event[]): Event[] {
  const joined: Event[][] = [];
  /** The open calls of the run, by id. A call is missing when the run has started it twice. */
  const calls = new Map<string, OpenCall>();
  const startedIds = new Set<string>();
  // True while every event keeps its place. The events may begin in a run whose arguments predict the state.
  let keepsOrder = events.find(({ type }) => type.startsWith("RUN_"))?.type !== "RUN_STARTED";

  for (const event of events) {
    if (event.type.startsWith("RUN_")) {
      calls.clear();
      startedIds.clear();
    }
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") keepsOrder = false;
    if (!isUnrelated(event)) for (const call of calls.values()) call.group = undefined;
    if (event.type === "TOOL_CALL_RESULT") calls.delete(event.toolCallId);
    const call = keepsOrder || !isCallEvent(event) ? undefined : callOf(event);
    if (call?.group) call.group.push(event);
    else {
      const group = [event];
      joined.push(group);
      if (call) call.group = group;
    }
    if (event.type === "TOOL_CALL_END") calls.delete(event.toolCallId);
    // A snapshot before a run may state calls of that run.
    if (event.type === "MESSAGES_SNAPSHOT" || isPrediction(event)) keepsOrder = true;
  }
  return joined.flat();

  /** Returns the open call to which an event belongs; `undefined` where that is not certain. */
  function callOf({ type, toolCallId, subagentRunId }: CallEvent): OpenCall | undefined {
    if (type === "TOOL_CALL_START") {
      calls.delete(toolCallId);
      if (!startedIds.has(toolCallId)) calls.set(toolCallId, { subagentRunId, group: undefined });
      startedIds.add(toolCallId);
    }
    const call = calls.get(toolCallId);
    if (!call || call.subagentRunId === subagentRunId) return call;
    // An event that names another sub-agent is a fault, whose issue depends on the events before it.
    calls.delete(toolCallId);
    return undefined;
  }
}

/** A call that has started and not ended. */
interface OpenCall {
  readonly subagentRunId: string | undefined;
  /** Its events since the last event that may depend on them. */
  group: Event[] | undefined;
}

function isCallEvent(event: Event): event is CallEvent {
  return CALL_EVENTS.has(event.type);
}

function isPrediction(event: Event): boolean {
  return event.type === "CUSTOM" && !isIndependent(event);
}

function isUnrelated(event: Event): boolean {
  return isCallEvent(event) || isIndependent(event) || UNRELATED.test(event.type);
}

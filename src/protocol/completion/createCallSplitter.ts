import { isRecord } from "../isRecord.ts";
import type { IssueKind } from "../issue.ts";
import { misplacedField } from "../issueCodes.ts";
import type { WireEvent } from "../legacy/createLegacyTranslator.ts";
import { omitUndefined } from "../omitUndefined.ts";
import { deriveId } from "../randomId.ts";

/** A field that belongs to an event of its own, and the event. */
interface Misplaced {
  /** Type of the event that has the field. */
  readonly type: string;
  readonly field: string;
  readonly event: WireEvent;
}

/**
 * Creates the function that moves fields of the start and the end of a call to events of their own: arguments to
 * TOOL_CALL_ARGS, and a result to TOOL_CALL_RESULT. Returns the events instead of a received one; `undefined` leaves
 * the received event as it is.
 *
 * Arguments in a start wait for the end of the call, because some servers repeat them in TOOL_CALL_ARGS.
 */
export function createCallSplitter(
  report: (kind: IssueKind, eventType: string, subject: string) => void,
): (event: WireEvent) => readonly WireEvent[] | undefined {
  /** Calls without TOOL_CALL_ARGS by id, with the arguments in their start. */
  const calls = new Map<unknown, Misplaced | undefined>();

  function read(misplaced: Misplaced): WireEvent {
    report(misplacedField, misplaced.type, misplaced.field);
    return misplaced.event;
  }

  /** Returns the arguments that have waited for the end of a call, or of all calls. */
  function endCalls(ids: Iterable<unknown>): WireEvent[] {
    return [...ids].flatMap((id): readonly WireEvent[] => {
      const misplaced = calls.get(id);
      calls.delete(id);
      return misplaced ? [read(misplaced)] : [];
    });
  }

  return (event) => {
    const { type, delta, tool_call_id, toolCallId: id = tool_call_id } = event;
    switch (type) {
      case "TOOL_CALL_START": {
        const earlier = endCalls([id]);
        calls.set(id, findArguments(event));
        return [...earlier, event];
      }
      case "TOOL_CALL_ARGS":
        if (delta !== "") calls.delete(id);
        return undefined;
      case "TOOL_CALL_END": {
        if (calls.has(id)) calls.set(id, findArguments(event) ?? calls.get(id));
        const result = findResult(event);
        return [...endCalls([id]), event, ...(result ? [read(result)] : [])];
      }
      case "TOOL_CALL_RESULT":
        return [...endCalls([id]), event];
      case "RUN_FINISHED":
      case "RUN_ERROR":
        return [...endCalls(calls.keys()), event];
      default:
        return undefined;
    }
  };
}

/** Returns the arguments in the start or the end of a call. */
function findArguments(event: WireEvent): Misplaced | undefined {
  const { function: called, args, arguments: own = args } = event;
  const value = own ?? (isRecord(called) ? called.arguments : undefined);
  const delta = isRecord(value) ? JSON.stringify(value) : value;
  if (typeof delta !== "string" || delta === "") return undefined;
  const field = ["args", "arguments"].find((name) => event[name] === value) ?? "function";
  return misplace(event, field, { type: "TOOL_CALL_ARGS", delta });
}

/** Returns the result in the end of a call. */
function findResult(event: WireEvent): Misplaced | undefined {
  const { result, tool_call_id, toolCallId = tool_call_id } = event;
  if (result === undefined || result === null) return undefined;
  return misplace(event, "result", {
    type: "TOOL_CALL_RESULT",
    content: typeof result === "string" ? result : JSON.stringify(result),
    messageId: typeof toolCallId === "string" ? deriveId(toolCallId, "result") : undefined,
  });
}

/** Returns a field with its event, which belongs to the call and the sub-agent of the received event. */
function misplace(received: WireEvent, field: string, event: WireEvent): Misplaced {
  const { type, toolCallId, tool_call_id, subagentRunId, subagent_run_id } = received;
  const names = { toolCallId, tool_call_id, subagentRunId, subagent_run_id };
  return { type: String(type), field, event: omitUndefined({ ...event, ...names }) };
}

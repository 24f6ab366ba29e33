import type { Message } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { findToolCall } from "../../../reducer/findToolCall.ts";
import type { ObservedRun } from "../observedRun.ts";
import {
  createEventCondition,
  docs,
  isAboutEvent,
  type Rule,
  violationsByEvent,
  violationsByIssue,
} from "../rule.ts";

const docsUrl = docs.toolCalls;
const callEvents = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"] as const;

/** Rules for tool calls and their results. */
export const toolRules: readonly Rule[] = [
  {
    name: "tools/opened-once",
    severity: "error",
    requirement: "TOOL_CALL_START does not refer to a call that is already open.",
    explanation: "End the call first, or use a new id for the next one.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_START"),
    findViolations: violationsByIssue(["already-open"], isAboutEvent("TOOL_CALL_START")),
  },
  {
    name: "tools/arguments-of-an-open-call",
    severity: "error",
    requirement: "TOOL_CALL_ARGS and TOOL_CALL_END refer to an open call.",
    explanation: "Send TOOL_CALL_START with that toolCallId first, or use TOOL_CALL_CHUNK.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_ARGS", "TOOL_CALL_END"),
    findViolations: violationsByIssue(
      ["not-open", "orphaned-arguments"],
      isAboutEvent(...callEvents),
    ),
  },
  {
    name: "tools/arguments-are-text",
    severity: "error",
    requirement: "The delta of TOOL_CALL_ARGS is a part of a JSON text.",
    explanation:
      "Send the arguments as the text of a JSON object, whole or in parts, not as an object.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_ARGS"),
    findViolations: ({ frames }) =>
      frames.flatMap(({ type, value }, index) =>
        type === "TOOL_CALL_ARGS" && isRecord(value) && isRecord(value.delta)
          ? { index, message: "The delta is an object." }
          : [],
      ),
  },
  {
    name: "tools/arguments-are-a-json-object",
    severity: "warning",
    requirement: "All parts of a call's arguments together are the text of a JSON object.",
    explanation:
      "Tools cannot be called with anything else, and model providers reject the history.",
    docsUrl: docs.tools,
    appliesTo: createEventCondition("TOOL_CALL_END"),
    findViolations: violationsByEvent(["TOOL_CALL_END"], ({ toolCallId }, { after }, { input }) => {
      const text = findToolCall(after, toolCallId)?.toolCall.function.arguments;
      if (text === undefined || isObjectText(text)) return undefined;
      const isReused = callsIn(input.messages).some(({ id }) => id === toolCallId);
      const hint = isReused ? "; a call of an earlier run already has this id." : "";
      return `The arguments of "${toolCallId}" are ${text.slice(0, 60)}${hint}`;
    }),
  },
  {
    name: "tools/stable-name",
    severity: "warning",
    requirement: "A call that is started again keeps its tool.",
    explanation:
      "The UI or an approval for the first tool is wrong for the second. Use a new id for another tool.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_START"),
    findViolations: violationsByIssue(["tool-renamed"]),
  },
  {
    name: "tools/unique-ids",
    severity: "warning",
    requirement: "The message of a call and the message of its result have unique ids.",
    explanation:
      "TOOL_CALL_RESULT.messageId is the id of a new message, not of the message with the call.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_START", "TOOL_CALL_RESULT"),
    findViolations: violationsByIssue(
      ["id-collision"],
      isAboutEvent(...callEvents, "TOOL_CALL_RESULT"),
    ),
  },
  {
    name: "tools/result-follows-its-call",
    severity: "warning",
    requirement: "TOOL_CALL_RESULT refers to a call in the conversation.",
    explanation:
      "Model providers reject a history with a result without its call. Send the call, or a snapshot with it, first.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_RESULT"),
    findViolations: violationsByEvent(["TOOL_CALL_RESULT"], ({ toolCallId }, { before }) =>
      findToolCall(before, toolCallId) ? undefined : `There is no call "${toolCallId}".`,
    ),
  },
  {
    name: "tools/one-result",
    severity: "warning",
    requirement: "A call has one result.",
    explanation:
      "Clients keep both results, and model providers reject a history with two results for one call.",
    docsUrl,
    appliesTo: createEventCondition("TOOL_CALL_RESULT"),
    findViolations: violationsByEvent(
      ["TOOL_CALL_RESULT"],
      ({ toolCallId }, _, { frames }, index) => {
        const isRepeated = frames
          .slice(0, index)
          .some(({ events }) =>
            events.some((e) => e.type === "TOOL_CALL_RESULT" && e.toolCallId === toolCallId),
          );
        return isRepeated ? `"${toolCallId}" already has a result.` : undefined;
      },
    ),
  },
  {
    name: "tools/every-call-has-an-answer",
    severity: "warning",
    requirement:
      "The agent sends a result for each call of a tool that the request does not offer.",
    explanation:
      "Clients run only tools of the input. A call without a result leaves a gap in the history, which model providers reject.",
    docsUrl: docs.tools,
    appliesTo: (run) => newCalls(run).length > 0,
    findViolations: (run) =>
      unanswerableCalls(run).map(({ id, function: { name } }) => ({
        index: run.frames.length,
        message: `"${name}" (${id}) was called without being offered, and has no result.`,
      })),
  },
  {
    name: "tools/pending-calls-exist",
    severity: "warning",
    requirement:
      "pendingToolCallIds of RUN_FINISHED refers to calls in the conversation without a result.",
    explanation: "Clients are asked for the result of a call that they cannot find.",
    docsUrl,
    appliesTo: ({ frames }) =>
      frames.some(({ events }) =>
        events.some(
          (e) =>
            e.type === "RUN_FINISHED" &&
            e.outcome?.type === "success" &&
            e.outcome.pendingToolCallIds,
        ),
      ),
    findViolations: violationsByEvent(["RUN_FINISHED"], ({ outcome }, { before }) => {
      const pendingIds = (outcome?.type === "success" && outcome.pendingToolCallIds) || [];
      return pendingIds
        .filter((id) => {
          const info = findToolCall(before, id)?.info;
          return !info || info.resultMessageId !== undefined;
        })
        .map((id) => `"${id}" is not a call without a result.`);
    }),
  },
];

function isObjectText(text: string): boolean {
  // A call of a tool without parameters may have an empty text.
  if (text.trim() === "") return true;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function callsIn(messages: readonly Message[]) {
  return messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  );
}

/** Returns the calls that a run added, by events or in a snapshot. */
function newCalls({ after, input }: ObservedRun) {
  const existingIds = new Set(callsIn(input.messages).map(({ id }) => id));
  return callsIn(after.messages).filter(({ id }) => !existingIds.has(id));
}

/** Returns calls that cannot get a result. After an interrupt, a result may still follow. */
function unanswerableCalls(run: ObservedRun) {
  const { run: runInfo, toolCalls } = run.after;
  if (runInfo.outcome !== "success") return [];
  const offeredNames = new Set((run.input.tools ?? []).map(({ name }) => name));
  return newCalls(run).filter(
    ({ id, function: { name } }) =>
      !offeredNames.has(name) && toolCalls[id]?.resultMessageId === undefined,
  );
}

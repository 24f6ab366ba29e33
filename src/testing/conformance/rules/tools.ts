import type { AssistantMessage, Message } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { findToolCall } from "../../../reducer/lookup.ts";
import type { ObservedRun } from "../observedRun.ts";
import { about, judged, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.toolCalls;
const call = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"] as const;

function isJsonObject(text: string): boolean {
  // A call of a tool without parameters has none.
  if (text.trim() === "") return true;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function callsIn(messages: readonly Message[]) {
  return messages.flatMap((message) =>
    message.role === "assistant" ? ((message as AssistantMessage).toolCalls ?? []) : [],
  );
}

/** The calls that a run made, in its own events or in a snapshot. */
function newCalls({ after, input }: ObservedRun) {
  const known = new Set(callsIn(input.messages).map(({ id }) => id));
  return callsIn(after.messages).filter(({ id }) => !known.has(id));
}

/** The calls that nobody can answer. Those of a run that asks something may get their result later. */
function stranded(run: ObservedRun) {
  const { run: state, toolCalls } = run.after;
  if (state.outcome !== "success") return [];
  const offered = new Set((run.input.tools ?? []).map(({ name }) => name));
  return newCalls(run).filter(
    ({ id, function: { name } }) =>
      !offered.has(name) && toolCalls[id]?.resultMessageId === undefined,
  );
}

/** How tools are called and answered. */
export const toolRules: readonly Rule[] = [
  {
    name: "tools/opened-once",
    severity: "error",
    says: "TOOL_CALL_START does not name a call that is open already.",
    explanation: "End the call first, or give the next one an id of its own.",
    page,
    concerns: shows("TOOL_CALL_START"),
    breaches: reported(["already-open"], about("TOOL_CALL_START")),
  },
  {
    name: "tools/arguments-of-an-open-call",
    severity: "error",
    says: "TOOL_CALL_ARGS and TOOL_CALL_END name a call that is open.",
    explanation: "Send TOOL_CALL_START with that toolCallId first; or send TOOL_CALL_CHUNK.",
    page,
    concerns: shows("TOOL_CALL_ARGS", "TOOL_CALL_END"),
    breaches: reported(["not-open", "orphaned-arguments"], about(...call)),
  },
  {
    name: "tools/arguments-are-text",
    severity: "error",
    says: "The delta of TOOL_CALL_ARGS is a piece of JSON text.",
    explanation:
      "Send the arguments as the text of a JSON object, whole or in pieces, not as the object.",
    page,
    concerns: shows("TOOL_CALL_ARGS"),
    breaches: ({ frames }) =>
      frames.flatMap(({ type, value }, at) =>
        type === "TOOL_CALL_ARGS" && isRecord(value) && isRecord(value.delta)
          ? { at, what: "The delta is an object." }
          : [],
      ),
  },
  {
    name: "tools/arguments-are-a-json-object",
    severity: "warning",
    says: "The pieces of a call's arguments together are the text of a JSON object.",
    explanation:
      "The tool cannot be called with anything else, and a model's provider refuses the history.",
    page: pages.tools,
    concerns: shows("TOOL_CALL_END"),
    breaches: judged(["TOOL_CALL_END"], ({ toolCallId }, { after }, { input }) => {
      const text = findToolCall(after, toolCallId)?.toolCall.function.arguments;
      if (text === undefined || isJsonObject(text)) return undefined;
      const isKnown = callsIn(input.messages).some(({ id }) => id === toolCallId);
      const hint = isKnown ? "; a call of an earlier run has this id already." : "";
      return `The arguments of "${toolCallId}" are ${text.slice(0, 60)}${hint}`;
    }),
  },
  {
    name: "tools/name-stays",
    severity: "warning",
    says: "A call that is started again is of the same tool.",
    explanation: "What has been shown or asked under the first name is now wrong. Use another id.",
    page,
    concerns: shows("TOOL_CALL_START"),
    breaches: reported(["tool-renamed"]),
  },
  {
    name: "tools/ids-of-their-own",
    severity: "warning",
    says: "The message of a call and that of its result have ids that no other message has.",
    explanation:
      "TOOL_CALL_RESULT.messageId is the id of a new message, not of the one that made the call.",
    page,
    concerns: shows("TOOL_CALL_START", "TOOL_CALL_RESULT"),
    breaches: reported(["id-collision"], about(...call, "TOOL_CALL_RESULT")),
  },
  {
    name: "tools/result-follows-its-call",
    severity: "warning",
    says: "TOOL_CALL_RESULT names a call that is in the conversation.",
    explanation:
      "A result without its call is refused by model providers when the history is sent again. Send the call, or a snapshot with it, first.",
    page,
    concerns: shows("TOOL_CALL_RESULT"),
    breaches: judged(["TOOL_CALL_RESULT"], ({ toolCallId }, { before }) =>
      findToolCall(before, toolCallId) ? undefined : `There is no call "${toolCallId}".`,
    ),
  },
  {
    name: "tools/one-result",
    severity: "warning",
    says: "A call gets one result.",
    explanation: "Clients keep both, and a history with two results for one call is refused.",
    page,
    concerns: shows("TOOL_CALL_RESULT"),
    breaches: judged(["TOOL_CALL_RESULT"], ({ toolCallId }, _, { frames }, at) => {
      const isSecond = frames
        .slice(0, at)
        .some(({ events }) =>
          events.some((e) => e.type === "TOOL_CALL_RESULT" && e.toolCallId === toolCallId),
        );
      return isSecond ? `"${toolCallId}" has its result already.` : undefined;
    }),
  },
  {
    name: "tools/every-call-has-an-answer",
    severity: "warning",
    says: "A call of a tool that the request does not offer gets its result from the agent.",
    explanation:
      "Only tools in the input are the page's to run. A call that nobody answers leaves a hole in the history, which model providers refuse.",
    page: pages.tools,
    concerns: (run) => newCalls(run).length > 0,
    breaches: (run) =>
      stranded(run).map(({ id, function: { name } }) => ({
        at: run.frames.length,
        what: `"${name}" (${id}) was called, was not offered and has no result.`,
      })),
  },
  {
    name: "tools/pending-calls-exist",
    severity: "warning",
    says: "pendingToolCallIds of RUN_FINISHED names calls that are in the conversation and unanswered.",
    explanation: "The page is asked for the result of a call that it cannot find.",
    page,
    concerns: ({ frames }) =>
      frames.some(({ events }) =>
        events.some(
          (e) =>
            e.type === "RUN_FINISHED" &&
            e.outcome?.type === "success" &&
            e.outcome.pendingToolCallIds,
        ),
      ),
    breaches: judged(["RUN_FINISHED"], ({ outcome }, { before }) => {
      const named = (outcome?.type === "success" && outcome.pendingToolCallIds) || [];
      return named
        .filter((id) => {
          const info = findToolCall(before, id)?.info;
          return !info || info.resultMessageId !== undefined;
        })
        .map((id) => `"${id}" is no unanswered call.`);
    }),
  },
];

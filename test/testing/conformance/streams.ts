import { AgentKitError } from "../../../src/protocol/errors.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { PlayedRun } from "../../../src/testing/conformance/observedRun.ts";
import { call, reasoning, result, text } from "../../differential/build.ts";
import { runInput } from "../../support/collect.ts";

/** A stream for a rule: the events inside a run, or the relevant fields of a run. */
export type Stream = readonly unknown[] | Partial<PlayedRun>;

interface RuleStreams {
  /** Covers the rule, and breaks no rule. */
  readonly meets: Stream;
  /** Breaks only this rule. */
  readonly breaks: Stream;
}

export const input: RunAgentInput = runInput({ protocolVersion: "1.0" });
const { threadId, runId } = input;
export const started = { type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0" };
export const finished = { type: "RUN_FINISHED", threadId, runId };

const interruptEnd = (...interrupts: readonly object[]) => ({
  ...finished,
  outcome: { type: "interrupt", interrupts },
});
const question = { id: "i1", reason: "confirmation" };
const hello = text("m1", "Hello");
const startText = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
const startCall = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
const answeredCall = [...call("c1"), result("t1", "c1")];
const startSpan = { type: "REASONING_START", messageId: "s1" };
const endSpan = { type: "REASONING_END", messageId: "s1" };
const span = [startSpan, ...reasoning("g1", "Hm"), endSpan];
const startThought = { type: "REASONING_MESSAGE_START", messageId: "g1", role: "reasoning" };
const startStep = { type: "STEP_STARTED", stepName: "look" };
const endStep = { type: "STEP_FINISHED", stepName: "look" };
const startHelper = { type: "SUBAGENT_STARTED", subagentRunId: "h1", name: "helper" };
const endHelper = { type: "SUBAGENT_FINISHED", subagentRunId: "h1" };
const putState = { type: "STATE_SNAPSHOT", snapshot: { count: 1 } };
const patchState = (path: string) => ({
  type: "STATE_DELTA",
  delta: [{ op: "replace", path, value: 2 }],
});
const plan = {
  type: "ACTIVITY_SNAPSHOT",
  messageId: "a1",
  activityType: "PLAN",
  content: { n: 1 },
};
const patchPlan = (path: string) => ({
  type: "ACTIVITY_DELTA",
  messageId: "a1",
  activityType: "PLAN",
  patch: [{ op: "replace", path, value: 2 }],
});
const encrypted = (entityId: string) => ({
  type: "REASONING_ENCRYPTED_VALUE",
  subtype: "message",
  entityId,
  encryptedValue: "x",
});
const chunk = (fields: object) => ({ type: "TEXT_MESSAGE_CHUNK", ...fields });
const messages = (...list: readonly object[]) => ({ type: "MESSAGES_SNAPSHOT", messages: list });
const userMessage = input.messages[0] ?? {};
const reply = { id: "m1", role: "assistant", content: "Hello" };
const usage = (fields: object) => ({
  frames: [started, ...hello, { ...finished, usage: [{ model: "m", ...fields }] }],
});
const suspendHelper = { ...endHelper, outcome: { type: "suspended", interruptIds: ["i1"] } };
const failedRun = [started, { type: "RUN_ERROR", message: "no" }];
const http = (status: number) =>
  new AgentKitError("http-status", `HTTP ${status}`, { status, body: "bad input" });
const sse = { status: 200, mediaType: "text/event-stream" };
const validRun = [started, ...hello, finished];

/** Returns the JSON text of a list in a list, and so on. */
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** A stream that breaks `lifecycle/terminal-event` otherwise: `[DONE]` has ended the run in place of an event. */
export const doneStream = { frames: [started, ...hello, { ...finished, rawEvent: "[DONE]" }] };

/** Streams that meet and break each rule. */
export const streams: Readonly<Record<string, RuleStreams>> = {
  "transport/takes-a-legal-input": {
    meets: { frames: validRun },
    breaks: { frames: [], error: http(400) },
  },
  "transport/takes-the-smallest-input": {
    meets: { frames: validRun, purpose: "smallest" },
    breaks: { frames: [], error: http(400), purpose: "smallest" },
  },
  "transport/content-type": {
    meets: { frames: validRun, response: sse },
    breaks: { frames: validRun, response: { status: 200, mediaType: "application/x-ndjson" } },
  },
  "transport/stream-holds": {
    meets: { frames: validRun },
    breaks: { frames: [started], error: new AgentKitError("network", "The connection broke.") },
  },
  "transport/stops": {
    meets: { frames: [started], endedBy: "stop", purpose: "stopped" },
    breaks: { frames: [started], endedBy: "stop", purpose: "stopped", ignoredStop: true },
  },
  "shape/json-object": { meets: hello, breaks: [...hello, "data: {"] },
  "shape/event-name": { meets: hello, breaks: [...hello, { type: "vendorThing", text: "x" }] },
  "shape/required-fields": {
    meets: [putState, patchState("/count")],
    breaks: [
      putState,
      { type: "STATE_DELTA", patch: [], eventId: "e1" },
      { type: "STATE_SNAPSHOT" },
    ],
  },
  "shape/field-types": {
    meets: hello,
    breaks: [
      ...hello,
      { type: "CUSTOM", name: "n", value: 1, timestamp: "now" },
      { type: "CUSTOM", name: 7, value: 1 },
    ],
  },
  "shape/no-nulls": {
    meets: hello,
    breaks: [...hello, { type: "CUSTOM", name: "n", value: 1, metadata: null }],
  },
  "shape/nesting": {
    meets: hello,
    breaks: [...hello, { type: "CUSTOM", name: "n", value: JSON.parse(nested(600)) }],
  },
  "shape/known-values": {
    meets: [messages(userMessage, reply)],
    breaks: [messages(userMessage, { ...reply, role: "oracle" })],
  },
  "shape/known-fields": {
    meets: hello,
    breaks: [...hello, { type: "CUSTOM", name: "n", value: 1, eventId: "e1" }],
  },
  "shape/retired": {
    meets: span,
    breaks: [
      { type: "THINKING_START" },
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "Hm" },
      { type: "THINKING_TEXT_MESSAGE_END" },
      { type: "THINKING_END" },
    ],
  },
  "shape/first-chunk-complete": {
    meets: [chunk({ messageId: "m1", delta: "a" }), chunk({ delta: "b" })],
    breaks: [chunk({ delta: "a" })],
  },
  "shape/chunks-agree": {
    meets: [chunk({ messageId: "m1", role: "assistant", delta: "a" })],
    breaks: [chunk({ messageId: "m1", delta: "a" }), chunk({ role: "user", delta: "b" })],
  },
  "shape/timestamps-in-milliseconds": {
    meets: [...hello, { type: "CUSTOM", name: "n", value: 1, timestamp: 1_760_000_000_000 }],
    breaks: [...hello, { type: "CUSTOM", name: "n", value: 1, timestamp: 1_760_000_000 }],
  },
  "lifecycle/run-started-first": {
    meets: hello,
    breaks: { frames: [...hello, started, finished] },
  },
  "lifecycle/one-run-at-a-time": { meets: hello, breaks: [started, ...hello] },
  "lifecycle/terminal-event": { meets: hello, breaks: { frames: [started, ...hello] } },
  "lifecycle/nothing-after-the-end": {
    meets: hello,
    breaks: { frames: [started, finished, ...hello] },
  },
  "lifecycle/one-terminal-event": {
    meets: hello,
    breaks: { frames: [started, finished, started, ...hello, finished] },
  },
  "lifecycle/ids-match-the-request": {
    meets: hello,
    breaks: { frames: [{ ...started, runId: "r9" }, ...hello, { ...finished, runId: "r9" }] },
  },
  "lifecycle/ids-stay": {
    meets: hello,
    breaks: { frames: [started, ...hello, { ...finished, threadId: "t9" }] },
  },
  "lifecycle/everything-closed": { meets: hello, breaks: [startText] },
  "lifecycle/steps-paired": { meets: [startStep, endStep], breaks: [...hello, endStep] },
  "lifecycle/usage-adds-up": {
    meets: usage({ inputTokens: 3, outputTokens: 2, totalTokens: 5, cachedInputTokens: 3 }),
    breaks: usage({ inputTokens: 3, outputTokens: 2, totalTokens: 9 }),
  },
  "lifecycle/protocol-version": {
    meets: hello,
    breaks: { frames: [{ type: "RUN_STARTED", threadId, runId }, ...hello, finished] },
  },
  "lifecycle/answers": { meets: hello, breaks: { frames: failedRun } },
  "text/opened-once": { meets: hello, breaks: [startText, ...hello] },
  "text/content-of-an-open-message": { meets: hello, breaks: [...hello, ...hello.slice(2)] },
  "text/ids-of-their-own": { meets: hello, breaks: text("", "Hello") },
  "tools/opened-once": { meets: answeredCall, breaks: [startCall, ...answeredCall] },
  "tools/arguments-of-an-open-call": {
    meets: answeredCall,
    breaks: [...hello, { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" }],
  },
  "tools/arguments-are-text": {
    meets: answeredCall,
    breaks: [
      startCall,
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: { q: 1 } },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      result("t1", "c1"),
    ],
  },
  "tools/arguments-are-a-json-object": {
    meets: answeredCall,
    breaks: [
      startCall,
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      result("t1", "c1"),
    ],
  },
  "tools/name-stays": {
    meets: answeredCall,
    breaks: [
      ...call("c1").slice(0, 1),
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      ...call("c1", { toolCallName: "find" }),
      result("t1", "c1"),
    ],
  },
  "tools/ids-of-their-own": {
    meets: answeredCall,
    breaks: [...hello, ...call("c1", { parentMessageId: "m1" }), result("m1", "c1")],
  },
  "tools/result-follows-its-call": {
    meets: answeredCall,
    breaks: [...hello, result("t1", "c9")],
  },
  "tools/one-result": { meets: answeredCall, breaks: [...answeredCall, result("t2", "c1")] },
  "tools/every-call-has-an-answer": { meets: answeredCall, breaks: call("c1") },
  "tools/pending-calls-exist": {
    meets: {
      input: { ...input, tools: [{ name: "search", description: "", parameters: {} }] },
      frames: [
        started,
        ...call("c1"),
        { ...finished, outcome: { type: "success", pendingToolCallIds: ["c1"] } },
      ],
    },
    breaks: {
      frames: [
        started,
        ...answeredCall,
        { ...finished, outcome: { type: "success", pendingToolCallIds: ["c1"] } },
      ],
    },
  },
  "reasoning/spans-paired": { meets: span, breaks: [...span, endSpan] },
  "reasoning/messages-paired": { meets: span, breaks: [startThought, ...reasoning("g1", "Hm")] },
  "reasoning/role": {
    meets: span,
    breaks: [{ ...startThought, role: "assistant" }, ...reasoning("g1", "Hm").slice(1)],
  },
  "reasoning/ids-of-their-own": { meets: span, breaks: [...hello, ...reasoning("m1", "Hm")] },
  "reasoning/encrypted-value-of-something": {
    meets: [...span, encrypted("g1")],
    breaks: [...span, encrypted("g9")],
  },
  "state/patch-applies": {
    meets: [putState, patchState("/count")],
    breaks: [putState, patchState("/total")],
  },
  "state/snapshot-before-delta": {
    meets: [putState, patchState("/count")],
    breaks: [{ type: "STATE_DELTA", delta: [{ op: "add", path: "/count", value: 1 }] }],
  },
  "state/message-ids-unique": {
    meets: [messages(userMessage, reply)],
    breaks: [messages(userMessage, reply, { ...reply, content: "Again" })],
  },
  "state/question-kept": { meets: [messages(userMessage, reply)], breaks: [messages(reply)] },
  "activity/snapshot-first": {
    meets: [plan, patchPlan("/n")],
    breaks: [{ ...patchPlan("/n"), patch: [{ op: "add", path: "/n", value: 2 }] }],
  },
  "activity/patch-applies": {
    meets: [plan, patchPlan("/n")],
    breaks: [plan, patchPlan("/total")],
  },
  "activity/ids-of-their-own": { meets: [plan], breaks: [...hello, { ...plan, messageId: "m1" }] },
  "interrupts/spelling": {
    meets: { frames: [started, interruptEnd(question)] },
    breaks: { frames: [started, { ...finished, outcome: "interrupt", interrupt: { id: "i1" } }] },
  },
  "interrupts/in-the-outcome": {
    meets: { frames: [started, interruptEnd(question)] },
    breaks: [{ type: "CUSTOM", name: "on_interrupt", value: "Sure?" }],
  },
  "interrupts/ids-unique": {
    meets: { frames: [started, interruptEnd(question, { ...question, id: "i2" })] },
    breaks: { frames: [started, interruptEnd(question, question)] },
  },
  "interrupts/calls-exist": {
    meets: { frames: [started, ...call("c1"), interruptEnd({ ...question, toolCallId: "c1" })] },
    breaks: { frames: [started, interruptEnd({ ...question, toolCallId: "c9" })] },
  },
  "interrupts/expiry-is-a-time": {
    meets: { frames: [started, interruptEnd({ ...question, expiresAt: "2030-01-01T00:00:00Z" })] },
    breaks: { frames: [started, interruptEnd({ ...question, expiresAt: "soon" })] },
  },
  "interrupts/answer-is-taken": {
    meets: { frames: validRun, purpose: "resume", answeredIds: ["i1"] },
    breaks: { frames: failedRun, purpose: "resume", answeredIds: ["i1"] },
  },
  "interrupts/answered-is-closed": {
    meets: {
      frames: [started, interruptEnd({ ...question, id: "i2" })],
      purpose: "resume",
      answeredIds: ["i1"],
    },
    breaks: { frames: [started, interruptEnd(question)], purpose: "resume", answeredIds: ["i1"] },
  },
  "subagents/started-and-ended-once": {
    meets: [startHelper, endHelper],
    breaks: [startHelper, endHelper, startHelper, endHelper],
  },
  "subagents/same-owner": {
    meets: [startHelper, ...text("m1", "Hello", { subagentRunId: "h1" }), endHelper],
    breaks: [
      startHelper,
      startText,
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a", subagentRunId: "h1" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      endHelper,
    ],
  },
  "subagents/announced": {
    meets: [startHelper, ...text("m1", "Hello", { subagentRunId: "h1" }), endHelper],
    breaks: text("m1", "Hello", { subagentRunId: "h1" }),
  },
  "subagents/suspended-by-an-interrupt": {
    meets: { frames: [started, startHelper, suspendHelper, interruptEnd(question)] },
    breaks: [startHelper, suspendHelper],
  },
};

/** Creates the played run of a stream. */
export function playedAs(stream: Stream): PlayedRun {
  const base = { name: "run", purpose: "question", input, endedBy: "agent" } as const;
  // `Array.isArray` does not narrow a readonly array.
  const isList = (value: Stream): value is readonly unknown[] => Array.isArray(value);
  if (isList(stream)) return { ...base, frames: [started, ...stream, finished] };
  return { ...base, frames: [], ...stream };
}

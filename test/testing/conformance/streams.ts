import { AgentKitError } from "../../../src/protocol/errors.ts";
import type { PlayedRun } from "../../../src/testing/conformance/observedRun.ts";
import { searchCall, wholeText } from "../../differential/build.ts";
import { contentStreams } from "./contentStreams.ts";
import {
  finished,
  hello,
  input,
  messagesSnapshot,
  patchState,
  putState,
  question,
  type RuleStreams,
  reply,
  runId,
  type Stream,
  span,
  started,
  startText,
  threadId,
  userMessage,
} from "./streamEvents.ts";

const interruptEnd = (...interrupts: readonly object[]) => ({
  ...finished,
  outcome: { type: "interrupt", interrupts },
});
const startStep = { type: "STEP_STARTED", stepName: "look" };
const endStep = { type: "STEP_FINISHED", stepName: "look" };
const startHelper = { type: "SUBAGENT_STARTED", subagentRunId: "h1", name: "helper" };
const endHelper = { type: "SUBAGENT_FINISHED", subagentRunId: "h1" };
const chunk = (fields: object) => ({ type: "TEXT_MESSAGE_CHUNK", ...fields });
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
  "transport/accepts-valid-input": {
    meets: { frames: validRun },
    breaks: { frames: [], error: http(400) },
  },
  "transport/accepts-minimal-input": {
    meets: { frames: validRun, purpose: "smallest" },
    breaks: { frames: [], error: http(400), purpose: "smallest" },
  },
  "transport/content-type": {
    meets: { frames: validRun, response: sse },
    breaks: { frames: validRun, response: { status: 200, mediaType: "application/x-ndjson" } },
  },
  "transport/stream-stays-open": {
    meets: { frames: validRun },
    breaks: { frames: [started], error: new AgentKitError("network", "The connection broke.") },
  },
  "transport/run-can-be-stopped": {
    meets: { frames: [started], endedBy: "stop", purpose: "stopped" },
    breaks: { frames: [started], endedBy: "stop", purpose: "stopped", ignoredStop: true },
  },
  "shape/json-object": {
    meets: hello,
    breaks: [...hello, "data: {", JSON.stringify({ type: "CUSTOM", name: "a", value: 1 })],
  },
  "shape/event-name": {
    meets: hello,
    breaks: [...hello, { type: "vendorThing", text: "x" }, { type: "custom", name: "a", value: 1 }],
  },
  "shape/required-fields": {
    meets: [putState, patchState("/count")],
    breaks: [
      putState,
      { type: "STATE_DELTA", patch: [], eventId: "e1" },
      { type: "STATE_SNAPSHOT" },
      { type: "RAW" },
    ],
  },
  "shape/field-types": {
    meets: hello,
    breaks: [
      ...hello,
      { type: "CUSTOM", name: "n", value: 1, timestamp: "now" },
      { type: "CUSTOM", name: 7, value: 1 },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", args: {} },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "seen" },
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
    meets: [messagesSnapshot(userMessage, reply)],
    breaks: [messagesSnapshot(userMessage, { ...reply, role: "oracle" })],
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
  "lifecycle/stable-ids": {
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
  "lifecycle/responds": { meets: hello, breaks: { frames: failedRun } },
  "interrupts/format": {
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
    meets: {
      frames: [started, ...searchCall("c1"), interruptEnd({ ...question, toolCallId: "c1" })],
    },
    breaks: { frames: [started, interruptEnd({ ...question, toolCallId: "c9" })] },
  },
  "interrupts/expiry-is-a-time": {
    meets: { frames: [started, interruptEnd({ ...question, expiresAt: "2030-01-01T00:00:00Z" })] },
    breaks: { frames: [started, interruptEnd({ ...question, expiresAt: "soon" })] },
  },
  "interrupts/answer-is-accepted": {
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
    meets: [startHelper, ...wholeText("m1", "Hello", { subagentRunId: "h1" }), endHelper],
    breaks: [
      startHelper,
      startText,
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a", subagentRunId: "h1" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      endHelper,
    ],
  },
  "subagents/announced": {
    meets: [startHelper, ...wholeText("m1", "Hello", { subagentRunId: "h1" }), endHelper],
    breaks: wholeText("m1", "Hello", { subagentRunId: "h1" }),
  },
  "subagents/suspended-by-an-interrupt": {
    meets: { frames: [started, startHelper, suspendHelper, interruptEnd(question)] },
    breaks: [startHelper, suspendHelper],
  },
  ...contentStreams,
};

export function playedAs(stream: Stream): PlayedRun {
  const base = { name: "run", purpose: "question", input, endedBy: "agent" } as const;
  // `Array.isArray` does not narrow a readonly array.
  const isList = (value: Stream): value is readonly unknown[] => Array.isArray(value);
  if (isList(stream)) return { ...base, frames: [started, ...stream, finished] };
  return { ...base, frames: [], ...stream };
}

import { reasoning, resultEvent, searchCall, wholeText } from "../../differential/build.ts";
import {
  endSpan,
  finished,
  hello,
  input,
  messagesSnapshot,
  patchState,
  putState,
  type RuleStreams,
  reply,
  span,
  started,
  startText,
  userMessage,
} from "./streamEvents.ts";

const startCall = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
const answeredCall = [...searchCall("c1"), resultEvent("t1", "c1")];
const startThought = { type: "REASONING_MESSAGE_START", messageId: "g1", role: "reasoning" };
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

/** Streams that meet and break each rule of text, tool calls, reasoning, state and activities. */
export const contentStreams: Readonly<Record<string, RuleStreams>> = {
  "text/opened-once": { meets: hello, breaks: [startText, ...hello] },
  "text/content-of-an-open-message": { meets: hello, breaks: [...hello, ...hello.slice(2)] },
  "text/unique-ids": { meets: hello, breaks: wholeText("", "Hello") },
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
      resultEvent("t1", "c1"),
    ],
  },
  "tools/arguments-are-a-json-object": {
    meets: answeredCall,
    breaks: [
      startCall,
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      resultEvent("t1", "c1"),
    ],
  },
  "tools/stable-name": {
    meets: answeredCall,
    breaks: [
      ...searchCall("c1").slice(0, 1),
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      ...searchCall("c1", { toolCallName: "find" }),
      resultEvent("t1", "c1"),
    ],
  },
  "tools/unique-ids": {
    meets: answeredCall,
    breaks: [...hello, ...searchCall("c1", { parentMessageId: "m1" }), resultEvent("m1", "c1")],
  },
  "tools/result-follows-its-call": {
    meets: answeredCall,
    breaks: [...hello, resultEvent("t1", "c9")],
  },
  "tools/one-result": { meets: answeredCall, breaks: [...answeredCall, resultEvent("t2", "c1")] },
  "tools/every-call-has-an-answer": { meets: answeredCall, breaks: searchCall("c1") },
  "tools/pending-calls-exist": {
    meets: {
      input: { ...input, tools: [{ name: "search", description: "", parameters: {} }] },
      frames: [
        started,
        ...searchCall("c1"),
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
  "reasoning/unique-ids": { meets: span, breaks: [...hello, ...reasoning("m1", "Hm")] },
  "reasoning/encrypted-value-has-subject": {
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
    meets: [messagesSnapshot(userMessage, reply)],
    breaks: [messagesSnapshot(userMessage, reply, { ...reply, content: "Again" })],
  },
  "state/snapshot-keeps-messages": {
    meets: [messagesSnapshot(userMessage, reply)],
    breaks: [messagesSnapshot(reply)],
  },
  "activity/snapshot-first": {
    meets: [plan, patchPlan("/n")],
    breaks: [{ ...patchPlan("/n"), patch: [{ op: "add", path: "/n", value: 2 }] }],
  },
  "activity/patch-applies": {
    meets: [plan, patchPlan("/n")],
    breaks: [plan, patchPlan("/total")],
  },
  "activity/unique-ids": { meets: [plan], breaks: [...hello, { ...plan, messageId: "m1" }] },
};

import { describe, expect, test } from "vitest";
import { run, runEndEvent, runStartEvent, searchCall, single, wholeText } from "./build.ts";
import type { Conversation, Turn } from "./conversation.ts";
import { createReference, silenceConsole } from "./playReference.ts";
import { createThreadClient } from "./threadClient.ts";

const bare = (...events: Turn["events"]): Conversation => ({ turns: [{ events }] });
const open = (...events: Turn["events"]) => single(...events);
const startText = { type: "TEXT_MESSAGE_START", messageId: "m1" } as const;
const startCall = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" } as const;
const startReasoning = {
  type: "REASONING_MESSAGE_START",
  messageId: "r1",
  role: "reasoning",
} as const;
const startSpan = { type: "REASONING_START", messageId: "r1" } as const;
const startStep = { type: "STEP_STARTED", stepName: "a" } as const;
const startHelper = { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "a" } as const;

/** Streams that each break one rule. */
const REFUSED: Readonly<Record<string, Conversation>> = {
  "no RUN_STARTED": bare(...wholeText("m1", "a"), runEndEvent("r1")),
  "RUN_STARTED in a run": bare(runStartEvent("r1"), runStartEvent("r2")),
  "an event after RUN_FINISHED": bare(...run(), ...wholeText("m1", "a")),
  "text that is started twice": open(startText, startText),
  "text that was not started": open({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" }),
  "text that has ended": open(...wholeText("m1", "a"), {
    type: "TEXT_MESSAGE_END",
    messageId: "m1",
  }),
  "text that is left open": open(startText),
  "text of another owner": open(startText, {
    type: "TEXT_MESSAGE_CONTENT",
    messageId: "m1",
    delta: "a",
    subagentRunId: "s1",
  }),
  "text that another owner continues": open(...wholeText("m1", "a"), {
    ...startText,
    subagentRunId: "s1",
  }),
  "text of two sub-agents under one id": open(
    ...wholeText("m1", "a", { subagentRunId: "s1" }),
    ...wholeText("m1", "b", { subagentRunId: "s2" }),
  ),
  "calls of two sub-agents under one id": open(
    ...searchCall("c1", { subagentRunId: "s1" }),
    ...searchCall("c1", { subagentRunId: "s2" }),
  ),
  "a call of a sub-agent under the id of a call of its parent": open(
    ...searchCall("c1"),
    ...searchCall("c1", { subagentRunId: "s1" }),
  ),
  "chunks of two sub-agents under one id": open(
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", subagentRunId: "s1" },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", subagentRunId: "s2" },
  ),
  "a call that is started twice": open(startCall, startCall),
  "arguments of an unknown call": open({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" }),
  "an end of an unknown call": open({ type: "TOOL_CALL_END", toolCallId: "c1" }),
  "a call that is left open": open(startCall),
  "a call in a message of another owner": open(
    ...wholeText("m1", "a"),
    ...searchCall("c1", { parentMessageId: "m1", subagentRunId: "s1" }),
  ),
  "a call that is replayed in a message of another owner": open(
    ...wholeText("m1", "a", { subagentRunId: "s1" }),
    ...searchCall("c1"),
    ...searchCall("c1", { parentMessageId: "m1" }),
  ),
  "a span that is started twice": open(startSpan, startSpan),
  "a span that was not started": open({ type: "REASONING_END", messageId: "r1" }),
  "a span that is left open": open(startSpan),
  "a reasoning message that is started twice": open(startReasoning, startReasoning),
  "a reasoning message of another owner than its span": open(startSpan, {
    ...startReasoning,
    subagentRunId: "s1",
  }),
  "a reasoning message that is left open": open(startReasoning),
  "a reasoning message without a role": open({ type: "REASONING_MESSAGE_START", messageId: "r1" }),
  "an encrypted value without a subtype": open({
    type: "REASONING_ENCRYPTED_VALUE",
    entityId: "m1",
    encryptedValue: "e",
  }),
  "an encrypted value of another owner": open(...searchCall("c1"), {
    type: "REASONING_ENCRYPTED_VALUE",
    subtype: "tool-call",
    entityId: "c1",
    encryptedValue: "e",
    subagentRunId: "s1",
  }),
  "an activity of another owner": open(
    { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: {} },
    {
      type: "ACTIVITY_DELTA",
      messageId: "a1",
      activityType: "PLAN",
      patch: [],
      subagentRunId: "s1",
    },
  ),
  "a message of another owner than its snapshot says": open(
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [{ id: "m1", role: "assistant", content: "a", subagentRunId: "s1" }],
    },
    { ...startText, subagentRunId: "s2" },
  ),
  "a step that is started twice": open(startStep, startStep),
  "a step that another owner finishes": open(startStep, {
    type: "STEP_FINISHED",
    stepName: "a",
    subagentRunId: "s1",
  }),
  "a step that is left open": open(startStep),
  "a sub-agent that is started twice": open(startHelper, startHelper),
  "a sub-agent that starts again": open(
    startHelper,
    { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
    startHelper,
  ),
  "a sub-agent of a parent that has not started": open({
    ...startHelper,
    parentSubagentRunId: "s9",
  }),
  "a sub-agent that was not started": open({
    type: "SUBAGENT_ERROR",
    subagentRunId: "s1",
    message: "no",
  }),
  "a sub-agent that is left open": open(startHelper),
  "a first chunk without an id": open({ type: "TEXT_MESSAGE_CHUNK", delta: "a" }),
  "a first chunk without a name": open({ type: "TOOL_CALL_CHUNK", toolCallId: "c1" }),
  "a chunk that could belong to two streams": open(
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "b", subagentRunId: "s2" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "c" },
  ),
  "a chunk that contradicts the first": open(
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "b", role: "user" },
  ),
  "a chunk of another lane than its stream's": open(
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", subagentRunId: "s1" },
  ),
  "a required field that is missing": open({ type: "TEXT_MESSAGE_START" }),
  "an id that is null": open({ ...startText, messageId: null }),
  "an id in snake case": open({ type: "TEXT_MESSAGE_START", message_id: "m1" }),
  "a chunk with an id in snake case": open({
    type: "TEXT_MESSAGE_CHUNK",
    message_id: "m1",
    delta: "a",
  }),
  "a call without a name": open({ ...startCall, toolCallName: null }),
  "a result that is an object": open(...searchCall("c1"), {
    type: "TOOL_CALL_RESULT",
    messageId: "t1",
    toolCallId: "c1",
    content: { n: 1 },
  }),
  "a custom event without a value": open({ type: "CUSTOM", name: "a" }),
  "a state under another name": open({ type: "STATE_SNAPSHOT", state: {} }),
  "an error in an object": bare({ type: "RUN_ERROR", error: { message: "no" } }),
  "a snapshot whose messages have no ids": open({
    type: "MESSAGES_SNAPSHOT",
    messages: [{ id: null, role: "user", content: "Hi" }],
  }),
  "a required field of another type": open({ type: "TEXT_MESSAGE_START", messageId: 1 }),
  "an optional field of another type": open({ ...startText, role: "oracle" }),
  "an optional field that is null": open({ ...startText, name: null }),
  "an owner that is null": open({ ...startText, subagentRunId: null }),
  "metadata that is a list": open({ ...startText, metadata: [] }),
  "a time that is no integer": open({ ...startText, timestamp: 1.5 }),
  "a run without an id": bare({ type: "RUN_STARTED", threadId: "thread" }),
  "an error without a message": bare({ type: "RUN_ERROR" }),
  "a patch with an invalid path": open({
    type: "STATE_DELTA",
    delta: [{ op: "remove", path: "a" }],
  }),
  "a patch without a value": open({ type: "STATE_DELTA", delta: [{ op: "add", path: "/a" }] }),
  "an interrupt outcome without interrupts": bare(runStartEvent("r1"), {
    ...runEndEvent("r1"),
    outcome: { type: "interrupt", interrupts: [] },
  }),
  "a snapshot with an invalid message": open({
    type: "MESSAGES_SNAPSHOT",
    messages: [{ id: "m1", role: "user" }],
  }),
};

silenceConsole();

describe("refused by the reference client and by a strict thread", () => {
  test.each(Object.entries(REFUSED))("both clients refuse %s", async (_, conversation) => {
    const [turn] = conversation.turns;
    if (!turn) throw new Error("there is no turn");
    const their = await createReference(conversation).play(turn, []);
    expect(their.error).toBeDefined();

    const strict = createThreadClient(conversation, { strict: true });
    const { error, snapshot } = await strict.play(turn);
    expect(error?.code).toBe("protocol-violation");
    expect(snapshot.run.error?.issue?.severity).toBe("violation");

    // A lenient thread continues to the end of the stream and reports the same violation.
    const kind = await createThreadClient(conversation).play(turn);
    expect(kind.error?.code).not.toBe("protocol-violation");
    const message = snapshot.run.error?.issue?.message;
    expect(kind.snapshot.issues.map((issue) => issue.message)).toContain(message);
  });
});

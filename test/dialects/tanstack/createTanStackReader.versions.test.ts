import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/protocol/events.ts";
import {
  callOf,
  done,
  started,
  translatedSnapshot,
  turnOver,
  type Wire,
} from "./tanstackSnapshot.ts";

const approvalOf = (id: string) => ({
  type: "CUSTOM",
  name: "approval-requested",
  value: { toolCallId: id, toolName: "rm", input: {}, approval: { id: `approval_${id}` } },
});

const clientCall = (id: string) => ({
  type: "CUSTOM",
  name: "tool-input-available",
  value: { toolCallId: id, toolName: "show", input: { a: 1 } },
});

describe("TanStack 0.11 to 0.17, with old and new names", () => {
  test("a repeated result is one message", () => {
    const { messages, translated } = translatedSnapshot([
      started,
      ...callOf("c1", { toolName: "search", toolCallName: "search", parentMessageId: "m1" }),
      turnOver,
      { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "found" },
      { type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c1", content: "found" },
      done,
    ]);
    expect(messages).toMatchObject([
      { id: "m1", toolCalls: [{ id: "c1" }] },
      { id: "c1_result", role: "tool", content: "found" },
    ]);
    expect(translated.filter(({ type }) => type === "TOOL_CALL_RESULT")).toHaveLength(1);
  });

  test("repeated thinking is one message and keeps its signature", () => {
    const { messages, steps } = translatedSnapshot([
      started,
      { type: "REASONING_START", messageId: "r1" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      { type: "STEP_STARTED", stepId: "s1", stepName: "s1", stepType: "thinking" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm" },
      { type: "STEP_FINISHED", stepId: "s1", stepName: "s1", delta: "Hm", content: "Hm" },
      { type: "STEP_FINISHED", stepId: "s1", stepName: "s1", delta: "", signature: "SIG" },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_END", messageId: "r1" },
      done,
    ]);
    expect(messages).toEqual([
      { id: "r1", role: "reasoning", content: "Hm", encryptedValue: "SIG" },
    ]);
    expect(steps).toEqual([]);
  });

  test("the whole text of an event is left out when it does not continue the text before", () => {
    const { messages } = translatedSnapshot([
      started,
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", content: "Hello" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", content: "Good evening" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", content: "Hello you" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      done,
    ]);
    expect(messages).toMatchObject([{ id: "m1", content: "Hello you" }]);
  });

  test("an error in both spellings uses the newer spelling", () => {
    const { run } = translatedSnapshot([
      started,
      { type: "RUN_ERROR", message: "new", error: { message: "old" } },
    ]);
    expect(run.error?.message).toBe("new");
  });
});

describe("TanStack 0.18 to 0.42, with questions as CUSTOM events", () => {
  test("an approval and a client tool of one turn become an interrupt and a frontend tool call", () => {
    const { interrupts, run } = translatedSnapshot(
      [started, ...callOf("c1"), ...callOf("c2"), turnOver, clientCall("c2"), approvalOf("c1")],
      { tools: [{ name: "search", description: "" }] },
    );
    expect(interrupts).toMatchObject([
      { id: "approval_c1", reason: "tool_call", responseSchema: { required: ["approved"] } },
    ]);
    expect(run).toMatchObject({ outcome: "interrupt", status: "waiting" });
  });

  test("a client call of an earlier answer belongs to this run, with its arguments", () => {
    const call = { id: "c1", type: "function", function: { name: "show", arguments: '{"a":1}' } };
    const messages = [{ id: "a1", role: "assistant", toolCalls: [call] }] as Message[];
    const snapshot = translatedSnapshot([clientCall("c1")], { messages });
    expect(snapshot.run.pendingToolCallIds).toEqual(["c1"]);
    expect(snapshot.messages).toEqual(messages);
    const unknown = translatedSnapshot([clientCall("c1")]);
    expect(unknown.run.pendingToolCallIds).toEqual(["c1"]);
    expect(unknown.messages).toMatchObject([
      { toolCalls: [{ function: { name: "show", arguments: '{"a":1}' } }] },
    ]);
  });
});

describe("TanStack 0.43 to 0.47, with interrupts and fields beside those of 1.0", () => {
  test("a question in both spellings is one interrupt", () => {
    const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1" };
    const outcome = { type: "interrupt", interrupts: [interrupt] };
    const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 };
    for (const events of [
      [approvalOf("c1"), { ...turnOver, outcome, usage, model: "m" }],
      [{ ...turnOver, outcome, usage, model: "m" }, approvalOf("c1")],
    ]) {
      const { interrupts, run } = translatedSnapshot([started, ...callOf("c1"), ...events]);
      expect(interrupts).toMatchObject([{ id: "i1" }]);
      expect(run.usage).toEqual([{ model: "m", inputTokens: 1, outputTokens: 2, totalTokens: 3 }]);
    }
  });

  test("a failed result has the error marker of later versions", () => {
    const { messages } = translatedSnapshot([
      started,
      ...callOf("c1"),
      turnOver,
      {
        type: "TOOL_CALL_RESULT",
        toolCallId: "c1",
        content: "no",
        state: "output-error",
        model: "m",
      },
      done,
    ]);
    const tanstack = { state: "output-error", model: "m" };
    expect(messages.at(-1)).toMatchObject({ role: "tool", metadata: { tanstack } });
  });
});

describe("a failed call", () => {
  const failed = { status: "failed", error: "boom" };

  test.each<[string, readonly Wire[]]>([
    ["a text", [{ type: "TOOL_CALL_RESULT", content: "boom", error: "boom" }]],
    ["an object", [{ type: "TOOL_CALL_RESULT", content: "", error: { message: "boom" } }]],
    ["beside the old result", [{ type: "TOOL_CALL_END", result: "x", error: "boom" }]],
    [
      "in the second of two spellings",
      [
        { type: "TOOL_CALL_END", result: "boom" },
        { type: "TOOL_CALL_RESULT", content: "boom", error: "boom" },
        { type: "TOOL_CALL_END", result: "boom" },
      ],
    ],
  ])("has the error of its result: %s", (_, results) => {
    const events = results.map((event) => ({ ...event, toolCallId: "c1" }));
    const { toolCalls } = translatedSnapshot([started, ...callOf("c1"), ...events, done]);
    expect(toolCalls.c1).toMatchObject(failed);
  });

  test("is complete when the error of its result means that there is none", () => {
    const result = { type: "TOOL_CALL_RESULT", toolCallId: "c1", content: "3 rows", error: {} };
    const { toolCalls } = translatedSnapshot([started, ...callOf("c1"), result, done]);
    expect(toolCalls.c1?.status).toBe("complete");
  });

  const call = { type: "tool-call", id: "c1", name: "f", arguments: "{}", state: "output-error" };
  const result = { type: "tool-result", toolCallId: "c1", content: "boom" };
  test.each<[string, readonly Wire[]]>([
    ["the output", [{ ...call, output: "boom" }]],
    ["`errorText`", [{ ...call, errorText: "boom" }]],
    ["`errorText` beside an output", [{ ...call, output: "x", errorText: "boom" }]],
    ["an error", [{ ...call, error: { message: "boom" }, output: "x" }]],
    ["the state of the result", [call, { ...result, state: "error" }]],
    ["an object as the error of the result", [call, { ...result, error: { message: "boom" } }]],
  ])("has an error in a snapshot of the messages: %s", (_, parts) => {
    const messages = [{ id: "m1", role: "assistant", parts }];
    const { toolCalls } = translatedSnapshot([started, { type: "MESSAGES_SNAPSHOT", messages }]);
    expect(toolCalls.c1).toMatchObject(failed);
  });

  test("has an error in a snapshot of the messages that names none", () => {
    const messages = [{ id: "m1", role: "assistant", parts: [call] }];
    const { toolCalls } = translatedSnapshot([started, { type: "MESSAGES_SNAPSHOT", messages }]);
    expect(toolCalls.c1?.status).toBe("failed");
  });
});

describe("TanStack 0.10 spellings", () => {
  test("cumulative text and arguments become deltas", () => {
    const { messages } = translatedSnapshot([
      started,
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", content: "Hel" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", content: "Hello" },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolName: "search" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", args: '{"q"' },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", args: '{"q":1}' },
      { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: { found: 1 } },
      done,
    ]);
    expect(messages).toMatchObject([
      { id: "m1", content: "Hello", toolCalls: [{ function: { arguments: '{"q":1}' } }] },
      { role: "tool", content: '{"found":1}' },
    ]);
  });

  test("arguments of the end event are used", () => {
    const end = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", input: { q: 1 } };
    const { messages } = translatedSnapshot([
      started,
      end,
      turnOver,
      { ...end, input: undefined, result: "1" },
    ]);
    expect(messages).toMatchObject([
      { toolCalls: [{ function: { name: "search", arguments: '{"q":1}' } }] },
      { content: "1" },
    ]);
  });

  test("a state delta holds the changed fields", () => {
    const snapshot = (state: unknown) => ({ type: "STATE_SNAPSHOT", state });
    const delta = (fields: Wire) => ({ type: "STATE_DELTA", delta: fields });
    const merged = translatedSnapshot([
      started,
      snapshot({ a: { b: 1 }, c: 1 }),
      delta({ a: 2, "x/y~z": 3 }),
      done,
    ]);
    expect(merged.state).toEqual({ a: 2, c: 1, "x/y~z": 3 });
    expect(translatedSnapshot([started, snapshot(null), delta({ a: 1 }), done]).state).toEqual({
      a: 1,
    });
    expect(translatedSnapshot([started, delta({ a: 1 }), done], { state: { b: 2 } }).state).toEqual(
      {
        a: 1,
        b: 2,
      },
    );
  });

  test("messages of parts keep the ids of their results", () => {
    const parts = [
      { type: "text", content: "Look" },
      { type: "tool-call", id: "c1", name: "search", arguments: "{}" },
      { type: "tool-result", toolCallId: "c1", content: "found", state: "complete" },
    ];
    const { messages } = translatedSnapshot([
      started,
      ...callOf("c1"),
      turnOver,
      { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "found" },
      { type: "MESSAGES_SNAPSHOT", messages: [{ id: "a1", role: "assistant", parts }] },
      done,
    ]);
    expect(messages.map(({ id }) => id).sort()).toEqual(["a1", "c1_result"]);
  });

  test.each<[object, string, string | undefined]>([
    [{ error: { message: "no", code: 529 } }, "no", "529"],
    [{ error: "no" }, "no", undefined],
    [{ message: "no", code: "E" }, "no", "E"],
  ])("the error %j is read", (fields, message, agentCode) => {
    const { run } = translatedSnapshot([{ type: "RUN_ERROR", ...fields }]);
    expect(run.error?.message).toBe(message);
    expect(run.error?.context).toEqual(agentCode && { agentCode });
  });
});

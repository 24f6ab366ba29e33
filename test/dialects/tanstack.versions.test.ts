import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { nestedArray } from "../support/nestedJson.ts";
import { framesOf, inputOf, reduced, translate } from "./tanstackStreams.ts";

type Wire = Readonly<Record<string, unknown>>;

const frames = (...events: readonly unknown[]) => events.map((data) => ({ data }));

/** Returns the snapshot of a thread after these TanStack events, and expects no issues. */
function snapshotOf(events: readonly unknown[], fields: Parameters<typeof inputOf>[0] = {}) {
  const input = inputOf(fields);
  const translated = translate(frames(...events), { input });
  const { snapshot, issues } = reduced(translated, input);
  expect(issues).toEqual([]);
  return { ...snapshot, translated };
}

const started = { type: "RUN_STARTED", runId: "x1" };
const done = { type: "RUN_FINISHED", runId: "x1", finishReason: "stop" };
const turnOver = { type: "RUN_FINISHED", runId: "x1", finishReason: "tool_calls" };
const callOf = (id: string, fields: Wire = { toolName: "search" }) => [
  { type: "TOOL_CALL_START", toolCallId: id, ...fields },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: id, ...fields, input: {} },
];
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

describe("reasoning in steps without a type", () => {
  const step = (type: string, fields: object = {}) => ({ type, stepId: "s1", ...fields });
  const answer = [
    { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "42" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ];
  const ends = [
    step("STEP_FINISHED", { delta: "Six ", content: "Six " }),
    step("STEP_FINISHED", { delta: "sevens.", content: "Six sevens." }),
  ];

  test.each([
    ["an id only", {}],
    ["their id as their name", { stepName: "s1" }],
    ["`null` as their type", { stepType: null }],
  ])("is one message when the steps have %s", (_, fields) => {
    const { messages, steps } = snapshotOf([
      ...[started, step("STEP_STARTED", fields), ...ends.map((end) => ({ ...end, ...fields }))],
      ...[...answer, done],
    ]);
    expect(messages).toMatchObject([
      { id: "s1", role: "reasoning", content: "Six sevens." },
      { id: "m1", content: "42" },
    ]);
    expect(steps).toEqual([]);
  });

  test("is a message after a step with a name of its own, which is finished", () => {
    const { messages, translated } = snapshotOf([
      ...[started, step("STEP_STARTED", { stepName: "plan" })],
      ...ends.map((end) => ({ ...end, stepName: "plan" })),
      ...[...answer, done],
    ]);
    expect(messages[0]).toMatchObject({ role: "reasoning", content: "Six sevens." });
    expect(translated.filter(({ type }) => type === "STEP_FINISHED")).toHaveLength(1);
  });

  test("is not repeated when REASONING_* has the same content", () => {
    const { messages } = snapshotOf([
      started,
      { type: "REASONING_START", messageId: "r1" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      step("STEP_STARTED"),
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Six sevens." },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_END", messageId: "r1" },
      step("STEP_FINISHED", { delta: "", content: "Six sevens." }),
      ...[...answer, done],
    ]);
    expect(messages).toMatchObject([{ id: "r1", content: "Six sevens." }, { id: "m1" }]);
  });

  test("remains a step when it has a name and no text", () => {
    const { translated } = snapshotOf([
      ...[started, { type: "STEP_STARTED", stepName: "plan" }],
      ...[{ type: "STEP_FINISHED", stepName: "plan" }, done],
    ]);
    expect(translated.map(({ type }) => type)).toContain("STEP_STARTED");
    expect(translated.map(({ type }) => type)).toContain("STEP_FINISHED");
  });
});

describe("TanStack 0.11 to 0.17, with old and new names", () => {
  test("a repeated result is one message", () => {
    const { messages, translated } = snapshotOf([
      started,
      ...callOf("c1", { toolName: "search", toolCallName: "search", parentMessageId: "m1" }),
      turnOver,
      { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "found" },
      { type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c1", content: "found" },
      done,
    ]);
    expect(messages).toMatchObject([
      { id: "m1", toolCalls: [{ id: "c1" }] },
      { id: "c1:result", role: "tool", content: "found" },
    ]);
    expect(translated.filter(({ type }) => type === "TOOL_CALL_RESULT")).toHaveLength(1);
  });

  test("repeated thinking is one message and keeps its signature", () => {
    const { messages, steps } = snapshotOf([
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

  test("an error in both spellings uses the newer spelling", () => {
    const { run } = snapshotOf([
      started,
      { type: "RUN_ERROR", message: "new", error: { message: "old" } },
    ]);
    expect(run.error?.message).toBe("new");
  });
});

describe("TanStack 0.18 to 0.42, with questions as CUSTOM events", () => {
  test("an approval and a client tool of one turn become an interrupt and a frontend tool call", () => {
    const { interrupts, run } = snapshotOf(
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
    const snapshot = snapshotOf([clientCall("c1")], { messages });
    expect(snapshot.run.pendingToolCallIds).toEqual(["c1"]);
    expect(snapshot.messages).toEqual(messages);
    const unknown = snapshotOf([clientCall("c1")]);
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
      const { interrupts, run } = snapshotOf([started, ...callOf("c1"), ...events]);
      expect(interrupts).toMatchObject([{ id: "i1" }]);
      expect(run.usage).toEqual([{ model: "m", inputTokens: 1, outputTokens: 2, totalTokens: 3 }]);
    }
  });

  test("a failed result has the error marker of later versions", () => {
    const { messages } = snapshotOf([
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

describe("TanStack 0.10 spellings", () => {
  test("cumulative text and arguments become deltas", () => {
    const { messages } = snapshotOf([
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
    const { messages } = snapshotOf([
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
    const merged = snapshotOf([
      started,
      snapshot({ a: { b: 1 }, c: 1 }),
      delta({ a: 2, "x/y~z": 3 }),
      done,
    ]);
    expect(merged.state).toEqual({ a: 2, c: 1, "x/y~z": 3 });
    expect(snapshotOf([started, snapshot(null), delta({ a: 1 }), done]).state).toEqual({ a: 1 });
    expect(snapshotOf([started, delta({ a: 1 }), done], { state: { b: 2 } }).state).toEqual({
      a: 1,
      b: 2,
    });
  });

  test("messages of parts keep the ids of their results", () => {
    const parts = [
      { type: "text", content: "Look" },
      { type: "tool-call", id: "c1", name: "search", arguments: "{}" },
      { type: "tool-result", toolCallId: "c1", content: "found", state: "complete" },
    ];
    const { messages } = snapshotOf([
      started,
      ...callOf("c1"),
      turnOver,
      { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "found" },
      { type: "MESSAGES_SNAPSHOT", messages: [{ id: "a1", role: "assistant", parts }] },
      done,
    ]);
    expect(messages.map(({ id }) => id).sort()).toEqual(["a1", "c1:result"]);
  });

  test.each<[object, string, string | undefined]>([
    [{ error: { message: "no", code: 529 } }, "no", "529"],
    [{ error: "no" }, "no", undefined],
    [{ message: "no", code: "E" }, "no", "E"],
  ])("the error %j is read", (fields, message, agentCode) => {
    const { run } = snapshotOf([{ type: "RUN_ERROR", ...fields }]);
    expect(run.error?.message).toBe(message);
    expect(run.error?.context).toEqual(agentCode && { agentCode });
  });
});

describe("TanStack event order", () => {
  test("events after a failure are dropped", () => {
    const text = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x" };
    const { run, messages } = snapshotOf([
      started,
      { type: "RUN_ERROR", message: "no" },
      text,
      done,
    ]);
    expect(run.outcome).toBe("error");
    expect(messages).toEqual([]);
  });

  test("an application event after the end is applied and the run ends again", () => {
    const { run, translated } = snapshotOf([
      started,
      done,
      { type: "CUSTOM", name: "late", value: 1 },
    ]);
    expect(translated.map(({ type }) => type)).toEqual([
      ...["RUN_STARTED", "RUN_FINISHED", "RUN_STARTED", "CUSTOM", "RUN_FINISHED"],
    ]);
    expect(run.outcome).toBe("success");
  });

  test("an answer that ends within a continued turn is incomplete", () => {
    const text = { type: "TEXT_MESSAGE_START", messageId: "m2" };
    const result = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "1" };
    const begun = [started, ...callOf("c1"), turnOver, result];
    expect(snapshotOf(begun).run.outcome).toBe("success");
    expect(snapshotOf([...begun, text]).run.outcome).toBeUndefined();
  });

  test("calls of one turn share a message, and calls of the next turn have another", () => {
    const result = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "1" };
    const { messages } = snapshotOf([
      ...[started, ...callOf("c1"), ...callOf("c2"), turnOver, result],
      { ...result, toolCallId: "c2" },
      ...[started, ...callOf("c3"), turnOver],
    ]);
    const calls = messages.flatMap((one) => (one.role === "assistant" ? [one.toolCalls] : []));
    expect(calls.map((toolCalls) => toolCalls?.map(({ id }) => id))).toEqual([
      ["c1", "c2"],
      ["c3"],
    ]);
  });

  test("values that are not events pass through for the run loop to report", () => {
    const { issues } = reduced(translate(frames("oops", started, done)), inputOf());
    expect(issues).toMatchObject([{ code: "malformed-frame" }]);
    expect(translate(frames("[DONE]"))).toEqual([]);
  });
});

test("lost, repeated and reordered events of 0.10 always translate to valid events", () => {
  const recordings = [
    "server-tool",
    "mixed-tools",
    "thinking",
    "approval",
    "client-tool",
    "tool-error",
  ].map((name) => framesOf(`dialects/tanstack/0.10.0/${name}.sse`));
  const change = fc.record({
    kind: fc.constantFrom("drop", "double", "move"),
    from: fc.nat(20),
    to: fc.nat(20),
  });
  const damaged = fc
    .tuple(fc.constantFrom(...recordings), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([recording, changes]) => {
      const left = [...recording];
      for (const { kind, from, to } of changes) {
        const found = left[from % left.length];
        if (!found) continue;
        if (kind !== "double") left.splice(from % left.length, 1);
        if (kind !== "drop") left.splice(to % (left.length + 1), 0, found);
      }
      return left;
    });
  fc.assert(
    fc.property(damaged, (recording) => {
      const { issues } = reduced(translate(recording), inputOf());
      expect(issues.filter(({ severity }) => severity === "violation")).toEqual([]);
    }),
    { seed: 10, numRuns: 500 },
  );
});

test("a result of 10,000 levels keeps its text", () => {
  const output = nestedArray(10_000);
  const { messages } = snapshotOf([
    started,
    ...callOf("c1"),
    { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "r1", content: output },
    done,
  ]);
  expect(messages.find(({ role }) => role === "tool")).toMatchObject({
    content: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  });
});

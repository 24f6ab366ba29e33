import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { framesOf, inputOf, reduced, translate } from "./tanstackStreams.ts";

type Wire = Readonly<Record<string, unknown>>;

const frames = (...events: readonly unknown[]) => events.map((data) => ({ data }));

/** What a thread holds after these events of TanStack, which are expected to be valid as translated. */
function held(events: readonly unknown[], given: Parameters<typeof inputOf>[0] = {}) {
  const input = inputOf(given);
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

describe("0.11 to 0.17, with old names and new ones side by side", () => {
  test("a result that is told twice is one", () => {
    const { messages, translated } = held([
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

  test("thinking that is told twice is one, and keeps its signature", () => {
    const { messages, steps } = held([
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

  test("an error in both spellings is the newer one's", () => {
    const { run } = held([
      started,
      { type: "RUN_ERROR", message: "new", error: { message: "old" } },
    ]);
    expect(run.error?.message).toBe("new");
  });
});

describe("0.18 to 0.42, with questions as CUSTOM", () => {
  test("an approval and a client tool of one turn are an interrupt and a call of the page", () => {
    const { interrupts, run } = held(
      [started, ...callOf("c1"), ...callOf("c2"), turnOver, clientCall("c2"), approvalOf("c1")],
      { tools: [{ name: "search", description: "" }] },
    );
    expect(interrupts).toMatchObject([
      { id: "approval_c1", reason: "tool_call", responseSchema: { required: ["approved"] } },
    ]);
    expect(run).toMatchObject({ outcome: "interrupt", status: "waiting" });
  });

  test("a client call of an answer before is one of this run, with its arguments", () => {
    const call = { id: "c1", type: "function", function: { name: "show", arguments: '{"a":1}' } };
    const messages = [{ id: "a1", role: "assistant", toolCalls: [call] }] as Message[];
    const known = held([clientCall("c1")], { messages });
    expect(known.run.pendingToolCallIds).toEqual(["c1"]);
    expect(known.messages).toEqual(messages);
    const unknown = held([clientCall("c1")]);
    expect(unknown.run.pendingToolCallIds).toEqual(["c1"]);
    expect(unknown.messages).toMatchObject([
      { toolCalls: [{ function: { name: "show", arguments: '{"a":1}' } }] },
    ]);
  });
});

describe("0.43 to 0.47, with interrupts and fields beside those of 1.0", () => {
  test("a question in both spellings is asked once", () => {
    const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1" };
    const outcome = { type: "interrupt", interrupts: [interrupt] };
    const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 };
    for (const events of [
      [approvalOf("c1"), { ...turnOver, outcome, usage, model: "m" }],
      [{ ...turnOver, outcome, usage, model: "m" }, approvalOf("c1")],
    ]) {
      const { interrupts, run } = held([started, ...callOf("c1"), ...events]);
      expect(interrupts).toMatchObject([{ id: "i1" }]);
      expect(run.usage).toEqual([{ model: "m", inputTokens: 1, outputTokens: 2, totalTokens: 3 }]);
    }
  });

  test("what failed says so where later versions say it", () => {
    const { messages } = held([
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

describe("what 0.10 spells its own way", () => {
  test("text and arguments that are told whole again each time", () => {
    const { messages } = held([
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

  test("arguments that only the end of the call has", () => {
    const end = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", input: { q: 1 } };
    const { messages } = held([started, end, turnOver, { ...end, input: undefined, result: "1" }]);
    expect(messages).toMatchObject([
      { toolCalls: [{ function: { name: "search", arguments: '{"q":1}' } }] },
      { content: "1" },
    ]);
  });

  test("state, of which a delta has the fields that change", () => {
    const snapshot = (state: unknown) => ({ type: "STATE_SNAPSHOT", state });
    const delta = (fields: Wire) => ({ type: "STATE_DELTA", delta: fields });
    const merged = held([
      started,
      snapshot({ a: { b: 1 }, c: 1 }),
      delta({ a: 2, "x/y~z": 3 }),
      done,
    ]);
    expect(merged.state).toEqual({ a: 2, c: 1, "x/y~z": 3 });
    expect(held([started, snapshot(null), delta({ a: 1 }), done]).state).toEqual({ a: 1 });
    expect(held([started, delta({ a: 1 }), done], { state: { b: 2 } }).state).toEqual({
      a: 1,
      b: 2,
    });
  });

  test("messages of parts, which keep the ids that their results have got", () => {
    const parts = [
      { type: "text", content: "Look" },
      { type: "tool-call", id: "c1", name: "search", arguments: "{}" },
      { type: "tool-result", toolCallId: "c1", content: "found", state: "complete" },
    ];
    const { messages } = held([
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
  ])("the error %j", (fields, message, agentCode) => {
    const { run } = held([{ type: "RUN_ERROR", ...fields }]);
    expect(run.error?.message).toBe(message);
    expect(run.error?.context).toEqual(agentCode && { agentCode });
  });
});

describe("in an order of its own", () => {
  test("what follows on a failure is not told", () => {
    const text = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x" };
    const { run, messages } = held([started, { type: "RUN_ERROR", message: "no" }, text, done]);
    expect(run.outcome).toBe("error");
    expect(messages).toEqual([]);
  });

  test("an event of the application after the end of the run is told, and the run ends again", () => {
    const { run, translated } = held([started, done, { type: "CUSTOM", name: "late", value: 1 }]);
    expect(translated.map(({ type }) => type)).toEqual([
      ...["RUN_STARTED", "RUN_FINISHED", "RUN_STARTED", "CUSTOM", "RUN_FINISHED"],
    ]);
    expect(run.outcome).toBe("success");
  });

  test("an answer that ends in a turn that was taken up again is not whole", () => {
    const text = { type: "TEXT_MESSAGE_START", messageId: "m2" };
    const result = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "1" };
    const begun = [started, ...callOf("c1"), turnOver, result];
    expect(held(begun).run.outcome).toBe("success");
    expect(held([...begun, text]).run.outcome).toBeUndefined();
  });

  test("calls of one turn share a message, and those of the next have another", () => {
    const result = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "1" };
    const { messages } = held([
      ...[started, ...callOf("c1"), ...callOf("c2"), turnOver, result],
      { ...result, toolCallId: "c2" },
      ...[started, ...callOf("c3"), turnOver],
    ]);
    const calls = messages.flatMap((one) => (one.role === "assistant" ? [one.toolCalls] : []));
    expect(calls.map((made) => made?.map(({ id }) => id))).toEqual([["c1", "c2"], ["c3"]]);
  });

  test("what is no event is left to the run loop to report", () => {
    const { issues } = reduced(translate(frames("oops", started, done)), inputOf());
    expect(issues).toMatchObject([{ code: "malformed-frame" }]);
    expect(translate(frames("[DONE]"))).toEqual([]);
  });
});

test("however the events of 0.10 are lost, doubled and moved, what they amount to is valid", () => {
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

import { describe, expect, test } from "vitest";
import { callsIn, type Fields, playCalls } from "../playCalls.ts";

const ids: readonly (readonly [name: string, id: Fields])[] = [
  ["no id", {}],
  ["an empty id", { toolCallId: "" }],
  ["a null id", { toolCallId: null }],
];

describe.each(ids)("calls with %s", (_, id) => {
  const start = (toolCallName: string, fields: Fields = {}) => ({
    ...{ type: "TOOL_CALL_START", toolCallName, ...id, ...fields },
  });
  const args = (delta: string, fields: Fields = {}) => ({
    ...{ type: "TOOL_CALL_ARGS", delta, ...id, ...fields },
  });
  const end = { type: "TOOL_CALL_END", ...id };
  const result = (content: string) => ({ type: "TOOL_CALL_RESULT", content, ...id });
  const [one, two] = ['{"a":1}', '{"b":{"c":[2]}}'];

  test.each<[string, readonly Fields[]]>([
    ["one after the other", [start("f"), args(one), end, start("g"), args(two), end]],
    ["that start together", [start("f"), start("g"), args(one), end, args(two), end]],
    ["that end together", [start("f"), start("g"), args(one), args(two), end, end]],
    [
      "whose arguments come in parts",
      [
        ...[start("f"), start("g"), args('{"a"'), args(":1"), args("}"), args('{"b":{'), end],
        ...[args('"c":[2]}'), args("}"), end],
      ],
    ],
    ["without ends", [start("f"), args(one), start("g"), args(two)]],
    [
      "with text between their events",
      [
        ...[start("f"), start("g"), { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Hm" }],
        ...[args(one), { type: "CUSTOM", name: "n", value: 1 }, end, args(two), end],
      ],
    ],
    [
      "with empty or blank parts of arguments",
      [start("f"), args(""), start("g"), args(" "), args(one), args("\n"), end, args(two), end],
    ],
  ])("have their own arguments: calls %s", async (__, events) => {
    const { handled, calls } = await playCalls(events);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: { c: [2] } }],
    ]);
    expect(calls.map(([name]) => name)).toEqual(["f", "g"]);
  });

  test("have their own arguments when their parts alternate and cannot continue each other", async () => {
    const parts = ['{"a":"x', '{"b":"y', '1"}', '2"}'].map((part) => args(part));
    const { handled } = await playCalls([start("f"), start("g"), ...parts, end, end]);
    expect(handled).toEqual([
      ["f", { a: "x1" }],
      ["g", { b: "y2" }],
    ]);
  });

  test.each([
    ["after both starts", [start("f"), start("g"), args('{"a":')]],
    ["after one start", [start("f"), args('{"a":'), start("g")]],
  ])("run no handler when their alternating parts cannot be told apart, %s", async (__, begin) => {
    const rest = [args('{"b":'), args("1}"), args("2}"), end, end];
    const { handled, calls, issues } = await playCalls([...begin, ...rest]);
    expect(handled).toEqual([]);
    expect(calls.map(([name, , answer]) => [name, /not valid JSON/.test(`${answer}`)])).toEqual([
      ["f", true],
      ["g", true],
    ]);
    expect(issues.map(({ eventType }) => eventType)).toContain("TOOL_CALL_ARGS");
  });

  test("have their own arguments when one has none", async () => {
    const { handled } = await playCalls([start("f"), end, start("g"), args(two), end]);
    expect(handled).toEqual([
      ["f", {}],
      ["g", { b: { c: [2] } }],
    ]);
  });

  test.each(["null", "[]"])(
    "have their own arguments when those of the first are %s",
    async (text) => {
      const { calls } = await playCalls([start("x"), start("y"), args(text), args(two), end, end]);
      expect(calls.map((call) => call.slice(0, 2))).toEqual([
        ["x", text],
        ["y", two],
      ]);
    },
  );

  test("have their own arguments where the agent and a sub-agent call at the same time", async () => {
    const by = { subagentRunId: "s1" };
    const { handled } = await playCalls([
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
      ...[start("f"), start("g", by), args(two, by), args(one)],
      ...[{ ...end, ...by }, end],
    ]);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: { c: [2] } }],
    ]);
  });

  test("have their own arguments when only their starts name a sub-agent", async () => {
    const by = { subagentRunId: "s1" };
    const { handled } = await playCalls([
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
      ...[start("f", by), start("g", by), args(one), end, args(two), end],
    ]);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: { c: [2] } }],
    ]);
  });

  test("have their results in the order of their starts", async () => {
    const { calls, handled } = await playCalls([
      ...[start("x"), start("y"), args(one), args(two), end, end],
      ...[result("of x"), result("of y")],
    ]);
    expect(calls).toEqual([
      ["x", one, "of x"],
      ["y", two, "of y"],
    ]);
    expect(handled).toEqual([]);
  });

  test("have their results when they come in chunks", async () => {
    const chunk = (fields: Fields) => ({ type: "TOOL_CALL_CHUNK", ...id, ...fields });
    const { calls } = await playCalls([
      chunk({ toolCallName: "x", delta: one }),
      chunk({ toolCallName: "y", delta: two }),
      ...[result("of x"), result("of y")],
    ]);
    expect(calls).toEqual([
      ["x", one, "of x"],
      ["y", two, "of y"],
    ]);
  });

  test("are other calls in a later run", async () => {
    const { handled, sent } = await playCalls(
      [start("f"), start("g"), args(one), end, args(two), end],
      [start("f"), start("g"), args('{"a":3}'), args('{"b":4}'), end, end],
    );
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: { c: [2] } }],
      ["f", { a: 3 }],
      ["g", { b: 4 }],
    ]);
    expect(callsIn(sent[1] ?? [])).toEqual([
      ["f", one, 'f {"a":1}'],
      ["g", two, 'g {"b":{"c":[2]}}'],
    ]);
  });

  test("have their own arguments beside a later call", async () => {
    const { calls } = await playCalls([
      ...[start("x"), start("y"), args('{"a":'), args("1}"), args(two), end, end],
      ...[start("z"), args("{}"), end],
    ]);
    expect(calls.map((call) => call.slice(0, 2))).toEqual([
      ["x", one],
      ["y", two],
      ["z", "{}"],
    ]);
  });
});

describe("a call with an id beside calls without one", () => {
  const named = { toolCallId: "c1" };

  test("has its own arguments", async () => {
    const { handled, toolCalls } = await playCalls([
      { type: "TOOL_CALL_START", toolCallName: "f", ...named },
      { type: "TOOL_CALL_START", toolCallName: "g" },
      { type: "TOOL_CALL_ARGS", delta: '{"a":1}', ...named },
      { type: "TOOL_CALL_ARGS", delta: '{"b":2}' },
      { type: "TOOL_CALL_END", ...named },
      { type: "TOOL_CALL_END" },
    ]);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: 2 }],
    ]);
    expect(Object.keys(toolCalls)[0]).toBe("c1");
  });

  test("leaves arguments without an id to a call without one", async () => {
    const { handled } = await playCalls([
      { type: "TOOL_CALL_START", toolCallName: "f", ...named },
      { type: "TOOL_CALL_START", toolCallName: "g" },
      { type: "TOOL_CALL_ARGS", delta: '{"b":2}' },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_ARGS", delta: '{"a":1}', ...named },
      { type: "TOOL_CALL_END", ...named },
    ]);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: 2 }],
    ]);
  });

  test("has its own arguments where one of its parts lacks the id", async () => {
    const { handled } = await playCalls([
      { type: "TOOL_CALL_START", toolCallName: "g", toolCallId: "c0" },
      { type: "TOOL_CALL_START", toolCallName: "f", ...named },
      { type: "TOOL_CALL_ARGS", delta: '{"a":', ...named },
      { type: "TOOL_CALL_ARGS", delta: "1}" },
      { type: "TOOL_CALL_END", ...named },
      { type: "TOOL_CALL_END", toolCallId: "c0" },
    ]);
    expect(handled).toEqual([
      ["g", {}],
      ["f", { a: 1 }],
    ]);
  });
});

test("an encrypted value with an empty id belongs to the latest message or call", async () => {
  const encrypted = (subtype: string, encryptedValue: string) => ({
    ...{ type: "REASONING_ENCRYPTED_VALUE", entityId: "", subtype, encryptedValue },
  });
  const { messages } = await playCalls([
    { type: "TEXT_MESSAGE_START", messageId: "" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "", delta: "Hi" },
    { type: "TEXT_MESSAGE_END", messageId: "" },
    encrypted("message", "of the text"),
    { type: "TOOL_CALL_START", toolCallId: "", toolCallName: "x" },
    { type: "TOOL_CALL_END", toolCallId: "" },
    encrypted("tool-call", "of the call"),
  ]);
  expect(messages.slice(0, 2)).toMatchObject([
    { content: "Hi", encryptedValue: "of the text" },
    { toolCalls: [{ encryptedValue: "of the call" }] },
  ]);
});

import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { canonical } from "../canonical.ts";
import { playCalls } from "../playCalls.ts";

describe("an empty toolCallId of an event that is about no call", () => {
  test.each([
    ["text", { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: 5 }],
    [
      "an encrypted value",
      { type: "REASONING_ENCRYPTED_VALUE", entityId: "m", subtype: "no", encryptedValue: "e" },
    ],
  ])("leaves the id of %s with another fault as it is", async (_, event) => {
    const { events } = await canonical({ ...event, toolCallId: "" });
    expect(events).toMatchObject(["messageId" in event ? { messageId: "m" } : { entityId: "m" }]);
  });
});

describe("without an id and while a call is open", () => {
  const value = { type: "REASONING_ENCRYPTED_VALUE", encryptedValue: "e" };
  test.each([
    ["text", "the open text", { type: "TEXT_MESSAGE_CONTENT", delta: "a" }, "m1"],
    ["reasoning", "the open reasoning", { type: "REASONING_MESSAGE_CONTENT", delta: "a" }, "r1"],
    ["an encrypted value", "the open reasoning", { ...value, subtype: "message" }, "r1"],
    ["an encrypted value of a call", "the call", { ...value, subtype: "tool-call" }, "c1"],
  ])("%s belongs to %s", async (_, _owner, event, id) => {
    const { events } = await canonical(
      { type: "REASONING_MESSAGE_START", messageId: "r1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" },
      event,
    );
    expect(events.at(-1)).toMatchObject("subtype" in event ? { entityId: id } : { messageId: id });
  });
});

describe("arguments and ends with an empty id, as later parts of OpenAI have it", () => {
  const start = (toolCallId: string, toolCallName: string) => ({
    ...{ type: "TOOL_CALL_START", toolCallId, toolCallName },
  });
  const args = (delta: string) => ({ type: "TOOL_CALL_ARGS", delta, toolCallId: "" });
  const end = { type: "TOOL_CALL_END", toolCallId: "" };

  test("belong to the open call with an id", async () => {
    const { handled, calls } = await playCalls([
      start("c1", "f"),
      args('{"a":'),
      args("1}"),
      end,
      start("c2", "g"),
      args('{"b":2}'),
      end,
    ]);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["g", { b: 2 }],
    ]);
    expect(calls).toEqual([
      ["f", '{"a":1}', 'f {"a":1}'],
      ["g", '{"b":2}', 'g {"b":2}'],
    ]);
  });

  test("belong to the oldest of several open calls whose arguments are not complete", async () => {
    const { calls } = await playCalls([
      ...[start("c1", "f"), start("c2", "g")],
      ...[args('{"a":'), args("1}"), args('{"b":'), args("2}"), end, end],
    ]);
    expect(calls.map((found) => found.slice(0, 2))).toEqual([
      ["f", '{"a":1}'],
      ["g", '{"b":2}'],
    ]);
  });

  test("are reported, and refused by a strict thread", async () => {
    const events = [start("c1", "f"), args('{"a":1}'), end];
    const { issues } = await playCalls(events);
    expect(issues.filter(({ severity }) => severity === "violation")).toMatchObject([
      { code: "missing-field", eventType: "TOOL_CALL_ARGS", subject: "toolCallId" },
      { code: "missing-field", eventType: "TOOL_CALL_END", subject: "toolCallId" },
    ]);
    const strict = createThread({
      strict: true,
      agent: {
        async *run({ threadId, runId }) {
          yield { type: "RUN_STARTED", threadId, runId };
          yield* events as unknown as EventInput[];
        },
      },
    });
    const { error } = await strict.run();
    expect(error?.code).toBe("protocol-violation");
  });
});

describe("a call that starts with an empty id, and whose later events have one", () => {
  const start = { type: "TOOL_CALL_START", toolCallId: "", toolCallName: "f" };
  const rest = (toolCallId: string, delta: string) => [
    { type: "TOOL_CALL_ARGS", toolCallId, delta },
    { type: "TOOL_CALL_END", toolCallId },
  ];

  test("has its arguments, and the handler receives them", async () => {
    const { handled, messages } = await playCalls([start, ...rest("c1", '{"a":1}')]);
    expect(handled).toEqual([["f", { a: 1 }]]);
    expect(messages).toMatchObject([{ toolCalls: [{ id: "c1" }] }, { toolCallId: "c1" }]);
  });

  test("is two calls when it starts twice", async () => {
    const { handled } = await playCalls([
      start,
      start,
      ...rest("c1", '{"a":1}'),
      ...rest("c2", '{"a":2}'),
    ]);
    expect(handled).toEqual([
      ["f", { a: 1 }],
      ["f", { a: 2 }],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { findToolCall } from "../../../src/core.ts";
import { call, calls, finished, started, startedWithTools, textMessage, user } from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

const idsOf = (snapshot: { readonly messages: readonly { readonly id: string }[] }) =>
  snapshot.messages.map(({ id }) => id);

describe("TOOL_CALL_RESULT", () => {
  test("becomes a tool message", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      ...calls("c1", "search"),
      call.result("c1", "found", { messageId: "x1", subagentRunId: "s1" }),
      finished(),
    );
    expect(messages[1]).toEqual({
      id: "x1",
      role: "tool",
      toolCallId: "c1",
      content: "found",
      subagentRunId: "s1",
    });
    expect(issues).toEqual([]);
  });

  test("may be made of parts", () => {
    const parts = [
      { type: "text" as const, text: "a cat" },
      { type: "image" as const, source: { type: "url" as const, value: "https://x.test/cat" } },
    ];
    const { messages } = reduce(thread(), started(), {
      type: "TOOL_CALL_RESULT",
      messageId: "x1",
      toolCallId: "c1",
      content: parts,
    });
    expect(messages).toMatchObject([{ role: "tool", content: parts }]);
  });

  test("is inserted directly after the message that owns the call", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "{}", { parentMessageId: "m1" }),
      ...textMessage("m2", "Meanwhile"),
      call.result("c1", "found", { messageId: "x1" }),
    );
    expect(idsOf(snapshot)).toEqual(["m1", "x1", "m2"]);
  });

  test("is inserted after existing results", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "{}", { parentMessageId: "m1" }),
      ...calls("c2", "search", "{}", { parentMessageId: "m1" }),
      ...textMessage("m2", "Meanwhile"),
      call.result("c2", "second", { messageId: "x2" }),
      call.result("c1", "first", { messageId: "x1" }),
    );
    expect(idsOf(snapshot)).toEqual(["m1", "x2", "x1", "m2"]);
  });

  test("is appended when no message owns the call", () => {
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      call.result("ghost", "boo", { messageId: "x1" }),
      finished(),
    );
    expect(idsOf(snapshot)).toEqual(["u1", "x1"]);
    expect(snapshot.issues).toEqual([]);
  });

  test("updates the first result of the same call", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...calls("c1", "search"),
      call.result("c1", "half", { messageId: "x1", metadata: { a: 1 } }),
      call.result("c1", "whole", { messageId: "x2", metadata: { b: 2 } }),
      finished(),
    );
    expect(snapshot.messages.slice(1)).toEqual([
      { id: "x1", role: "tool", toolCallId: "c1", content: "whole", metadata: { a: 1, b: 2 } },
    ]);
    expect(snapshot.issues).toEqual([]);
  });

  test("updates the first result when no message owns the call", () => {
    const { messages } = reduce(
      thread(),
      started(),
      call.result("ghost", "a", { messageId: "x1" }),
      call.result("ghost", "b", { messageId: "x1" }),
    );
    expect(messages).toMatchObject([{ id: "x1", content: "b" }]);
  });

  test.each([
    ["that of the message owning the call", "c1"],
    ["that of another message", "u1"],
    ["empty", ""],
  ])("gets a generated id when its id is %s", (_, messageId) => {
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      ...calls("c1", "search"),
      call.result("c1", "found", { messageId }),
      finished(),
    );
    expect(snapshot.messages[1]).toMatchObject({ id: "c1", role: "assistant" });
    expect(snapshot.messages[2]).toMatchObject({ role: "tool", content: "found" });
    expect(findToolCall(snapshot, "c1")?.result).toBe(snapshot.messages[2]);
    expect(issuesOf(snapshot)).toEqual([`id-collision ${messageId}`]);
  });

  test("removes its call from the pending calls after the run", () => {
    const waiting = reduce(thread(), startedWithTools("ask"), ...calls("c1", "ask"), finished());
    expect(waiting.run.pendingToolCallIds).toEqual(["c1"]);
    const answered = reduce(waiting, call.result("c1", "yes"));
    expect(answered.run.pendingToolCallIds).toEqual([]);
  });
});

describe("findToolCall", () => {
  test("returns the call, its state and its result", () => {
    const snapshot = reduce(thread(), started(), ...calls("c1", "f"), call.result("c1", "ok"));
    expect(findToolCall(snapshot, "c1")).toEqual({
      toolCall: { id: "c1", type: "function", function: { name: "f", arguments: "{}" } },
      info: snapshot.toolCalls.c1,
      result: snapshot.messages[1],
    });
    expect(findToolCall(snapshot, "c2")).toBeUndefined();
  });

  test("finds a call without a result", () => {
    const snapshot = reduce(thread(), started(), ...calls("c1", "f"));
    expect(findToolCall(snapshot, "c1")).not.toHaveProperty("result");
  });
});

describe("a result that reports a failure", () => {
  const answered = (fields: object) =>
    reduce(thread(), started(), ...calls("c1", "search"), {
      ...call.result("c1", "No such file", { messageId: "x1" }),
      ...fields,
    });

  test("fails its call by the `error` of the event, which becomes the error of the message", () => {
    const { messages, toolCalls, issues } = answered({ error: "offline" });
    expect(messages[1]).toMatchObject({ id: "x1", content: "No such file", error: "offline" });
    expect(toolCalls.c1).toMatchObject({ status: "failed", error: "offline" });
    expect(issues).toEqual([]);
  });

  test("fails its call by `isError` in its metadata, with its text as the error", () => {
    const { messages, toolCalls } = answered({ metadata: { isError: true } });
    expect(messages[1]).not.toHaveProperty("error");
    expect(toolCalls.c1).toMatchObject({ status: "failed", error: "No such file" });
  });

  test.each([{ error: null }, { metadata: { isError: false } }, { metadata: {} }])(
    "completes its call with %j",
    (fields) => {
      const { toolCalls, issues } = answered(fields);
      expect(toolCalls.c1).toMatchObject({ status: "complete" });
      expect(toolCalls.c1).not.toHaveProperty("error");
      expect(issues).toEqual([]);
    },
  );

  test("fails a call that starts after its result", () => {
    const snapshot = reduce(
      thread(),
      started(),
      { ...call.result("c1", "No", { messageId: "x1" }), metadata: { isError: true } },
      ...calls("c1", "search"),
    );
    expect(snapshot.toolCalls.c1).toMatchObject({ status: "failed", error: "No" });
  });

  test("is replaced by a later result, with or without an error", () => {
    const failed = answered({ error: "offline" });
    const again = { ...call.result("c1", "found", { messageId: "x1" }) };
    const complete = reduce(failed, again);
    expect(complete.messages[1]).not.toHaveProperty("error");
    expect(complete.toolCalls.c1).toMatchObject({ status: "complete" });
    const gone = { ...again, error: "gone" };
    expect(reduce(complete, gone).toolCalls.c1).toMatchObject({ status: "failed", error: "gone" });
  });

  test("changes nothing when it is repeated", () => {
    const failed = answered({ error: "offline" });
    const again = {
      ...call.result("c1", "No such file", { messageId: "x1" }),
      error: "offline",
    };
    const repeated = reduce(failed, again);
    expect(repeated.messages).toBe(failed.messages);
    expect(repeated.toolCalls).toBe(failed.toolCalls);
  });

  test("fails its call in a MESSAGES_SNAPSHOT by `isError` in its metadata", () => {
    const { toolCalls } = reduce(thread(), started(), {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        {
          ...{ id: "a1", role: "assistant" },
          toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { id: "x1", role: "tool", toolCallId: "c1", content: "No", metadata: { isError: true } },
      ],
    });
    expect(toolCalls.c1).toMatchObject({ status: "failed", error: "No" });
  });
});

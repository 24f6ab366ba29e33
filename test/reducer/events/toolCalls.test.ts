import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/core.ts";
import { UNNAMED_TOOL } from "../../../src/protocol/validation/lenientChecks.ts";
import {
  call,
  calls,
  failed,
  finished,
  messages,
  started,
  text,
  textMessage,
  user,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

/** Returns the assistant message that holds these calls. */
const holder = (id: string, ...calls: readonly [id: string, name: string, args: string][]) => ({
  id,
  role: "assistant" as const,
  toolCalls: calls.map(([callId, name, args]) => ({
    id: callId,
    type: "function" as const,
    function: { name, arguments: args },
  })),
});

describe("TOOL_CALL_START", () => {
  test("adds the call to the assistant message that it names", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textMessage("m1", "Let me look"),
      ...calls("c1", "search", '{"q":1}', { parentMessageId: "m1" }),
      finished(),
    );
    expect(snapshot.messages).toEqual([
      { ...holder("m1", ["c1", "search", '{"q":1}']), content: "Let me look" },
    ]);
    expect(snapshot.issues).toEqual([]);
  });

  test("creates the named message when it is missing", () => {
    const { messages } = reduce(
      thread(),
      started(),
      call.start("c1", "search", { parentMessageId: "m1", subagentRunId: "s1" }),
    );
    expect(messages).toEqual([{ ...holder("m1", ["c1", "search", ""]), subagentRunId: "s1" }]);
  });

  test.each([
    ["names no message", {}],
    ["names a message that is not the assistant's", { parentMessageId: "u1" }],
    ["names nothing, with an empty id", { parentMessageId: "" }],
  ])("creates a message with the id of the call when it %s", (_, fields) => {
    const { messages, issues } = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      call.start("c1", "search", fields),
    );
    expect(messages).toEqual([user("u1"), holder("c1", ["c1", "search", ""])]);
    expect(issues).toEqual([]);
  });

  test("collects several calls in one message", () => {
    const { messages } = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "1", { parentMessageId: "m1" }),
      ...calls("c2", "fetch", "2", { parentMessageId: "m1" }),
    );
    expect(messages).toEqual([holder("m1", ["c1", "search", "1"], ["c2", "fetch", "2"])]);
  });

  test("gives its message another id when the id of the call is taken", () => {
    const snapshot = reduce(
      thread({ messages: [user("c1")] }),
      started(),
      ...calls("c1", "search", "{}"),
      call.result("c1", "ok"),
      finished(),
    );
    expect(snapshot.messages).toMatchObject([
      user("c1"),
      { role: "assistant", toolCalls: [{ id: "c1", function: { arguments: "{}" } }] },
      { role: "tool", toolCallId: "c1" },
    ]);
    expect(issuesOf(snapshot)).toEqual(["id-collision c1"]);
  });

  test("finds its message under the replaced id", () => {
    const { messages } = reduce(
      thread({ messages: [user("x")] }),
      started(),
      ...textMessage("x", "Hi"),
      ...calls("c1", "search", "{}", { parentMessageId: "x" }),
    );
    expect(messages[1]).toMatchObject({ content: "Hi", toolCalls: [{ id: "c1" }] });
  });

  test("keeps the existing arguments when replayed", () => {
    const before = reduce(thread(), started(), ...calls("c1", "search", '{"q":1}'), finished());
    const after = reduce(before, started("r2"), call.start("c1", "search"), call.end("c1"));
    expect(after.messages).toEqual(before.messages);
    expect(after.issues).toEqual([]);
  });

  test("takes the new name when replayed under another name", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "1"),
      ...calls("c1", "find", "2"),
    );
    expect(snapshot.messages).toEqual([holder("c1", ["c1", "find", "2"])]);
    expect(snapshot.issues).toMatchObject([{ code: "tool-renamed", severity: "notice" }]);
  });

  test("is an issue when the call is open, and the call continues", () => {
    const snapshot = reduce(
      thread(),
      started(),
      call.start("c1", "search"),
      call.args("c1", '{"a":'),
      call.start("c1", "search"),
      call.args("c1", "1}"),
      call.end("c1"),
      finished(),
    );
    expect(snapshot.messages).toEqual([holder("c1", ["c1", "search", '{"a":1}'])]);
    expect(issuesOf(snapshot)).toEqual(["already-open c1"]);
  });

  test("keeps the name of the call when a later start has none", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      ...calls("c1", "search"),
      started("r2"),
      ...calls("c1", UNNAMED_TOOL),
    );
    expect(messages).toEqual([holder("c1", ["c1", "search", "{}"])]);
    expect(issues.map(({ code }) => code)).not.toContain("tool-renamed");
  });

  test("reopens a call that a snapshot dropped", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      ...calls("c1", "search", "1"),
      messages([]),
      ...calls("c1", "search", "2"),
    );
    expect(list).toEqual([holder("c1", ["c1", "search", "2"])]);
  });
});

describe("the state of a tool call", () => {
  const statusOf = (...events: Parameters<typeof reduce>[1][]) =>
    reduce(thread(), started(), ...events).toolCalls.c1?.status;

  test.each([
    ["streaming while its arguments arrive", [call.start("c1", "f"), call.args("c1", "{")]],
    ["pending when they are complete", calls("c1", "f")],
    ["complete with its result", [...calls("c1", "f"), call.result("c1", "ok")]],
    [
      "complete, though its end comes after its result",
      [call.start("c1", "f"), call.result("c1", "ok"), call.end("c1")],
    ],
    [
      "complete, though it starts again after its result",
      [...calls("c1", "f"), call.result("c1", "ok"), call.start("c1", "f")],
    ],
    ["pending when the run ends in the middle of it", [call.start("c1", "f"), failed()]],
  ])("is %s", (title, events) => {
    expect(statusOf(...events)).toBe(title.split(/[ ,]/, 1)[0]);
  });

  test("is failed when its result carries an error", () => {
    const list: Message[] = [
      holder("a1", ["c1", "f", ""]),
      { id: "x1", role: "tool", toolCallId: "c1", content: "", error: "no" },
    ];
    expect(thread({ messages: list }).toolCalls.c1?.status).toBe("failed");
    expect(reduce(thread(), started(), messages(list)).toolCalls.c1?.status).toBe("failed");
  });

  test("has the message, the run and the start time of the call", () => {
    const { toolCalls } = reduce(
      thread(),
      started("r7"),
      call.start("c1", "f", { parentMessageId: "m1", timestamp: 3 }),
      call.end("c1", { timestamp: 4 }),
      call.result("c1", "ok", { timestamp: 8 }),
    );
    expect(toolCalls).toEqual({
      c1: {
        messageId: "m1",
        status: "complete",
        resultMessageId: "c1-result",
        runId: "r7",
        startedAt: 3,
        endedAt: 8,
      },
    });
  });

  test("leaves the user's message to its own text when a repeated start names it", () => {
    const { messages: shown } = reduce(
      thread({ messages: [user("u1", "Hi")] }),
      started(),
      call.start("c1", "f"),
      call.start("c1", "f", { parentMessageId: "u1" }),
      text.start("u1", { role: "user" }),
      text.content("u1", " there"),
    );
    expect(shown).toEqual([user("u1", "Hi there"), holder("c1", ["c1", "f", ""])]);
  });

  test("does not list an answered call as unfinished", () => {
    const { run } = reduce(
      thread(),
      started(),
      call.start("c1", "f"),
      call.result("c1", "ok"),
      failed(),
    );
    expect(run.unfinishedIds).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { assistant, call, calls, finished, messages, started, text } from "../events.ts";
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

describe("the arguments of a tool call", () => {
  test("are concatenated as text, complete JSON or not", () => {
    const { messages } = reduce(
      thread(),
      started(),
      call.start("c1", "f"),
      call.args("c1", '{"a'),
      call.args("c1", ""),
      call.args("c1", '":tru'),
    );
    expect(messages).toEqual([holder("c1", ["c1", "f", '{"a":tru'])]);
  });

  test("are deferred until the call starts", () => {
    const before = reduce(thread(), started(), call.args("c1", '{"a"'), call.args("c1", ":1"));
    expect(before.messages).toEqual([]);
    const after = reduce(
      before,
      call.start("c1", "f"),
      call.args("c1", "}"),
      call.end("c1"),
      finished(),
    );
    expect(after.messages).toEqual([holder("c1", ["c1", "f", '{"a":1}'])]);
    expect(issuesOf(after)).toEqual(["not-open c1"]);
  });

  test("are dropped with the run when the call never starts", () => {
    const ended = reduce(thread(), started(), call.args("c1", "{}"), finished());
    expect(ended.messages).toEqual([]);
    expect(issuesOf(ended)).toEqual(["not-open c1", "orphaned-arguments c1"]);
    const next = reduce(ended, started("r2"), call.start("c1", "f"));
    expect(next.messages).toEqual([holder("c1", ["c1", "f", ""])]);
  });

  test("are deferred for a bounded number of calls, which each delta counts", () => {
    const ids = Array.from({ length: 150 }, (_, n) => `c${n}`);
    const snapshot = reduce(
      thread(),
      started(),
      ...ids.flatMap((id) => [call.args(id, "{"), call.args(id, "}")]),
    );
    const deferred = Object.entries(snapshot.tracking.deferredArguments);
    expect(deferred).toEqual(ids.slice(0, 100).map((id) => [id, "{}"]));
  });

  test("are bounded over all calls while deferred, and never have a gap", () => {
    const part = "x".repeat(600_000);
    const snapshot = reduce(
      thread(),
      started(),
      ...["c1", "c2", "c3"].flatMap((id) => [
        call.args(id, part),
        call.args(id, part),
        call.args(id, "!"),
      ]),
      ...["c1", "c2", "c3"].map((id) => call.start(id, "f")),
    );
    const deferred = snapshot.messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.toolCalls ?? []).map((toolCall) => toolCall.function.arguments)
        : [],
    );
    expect(deferred.join("").length).toBeLessThan(1_700_000);
    expect(deferred.join("")).toMatch(/^x*$/);
  });

  test.each([
    ["ignored", "complete", '{"a":1}', '{"a":1}'],
    ["added", "incomplete", '{"a":', '{"a":{"b":2}'],
  ])(
    "are %s after the end of their call when they were %s, and are an issue",
    (_, __, first, expected) => {
      const snapshot = reduce(
        thread(),
        started(),
        ...calls("c1", "f", first),
        call.args("c1", '{"b":2}'),
      );
      expect(snapshot.messages).toEqual([holder("c1", ["c1", "f", expected])]);
      expect(issuesOf(snapshot)).toEqual(["not-open c1"]);
    },
  );

  test("are not created by an end without an open call", () => {
    const snapshot = reduce(thread(), started(), call.end("c1"));
    expect(snapshot.messages).toEqual([]);
    expect(issuesOf(snapshot)).toEqual(["not-open c1"]);
  });

  test("are complete at the end of a call that a snapshot lacks while they stream", () => {
    const { messages: list, toolCalls } = reduce(
      thread(),
      started(),
      text.start("m1"),
      call.start("c1", "f", { parentMessageId: "m1" }),
      call.args("c1", '{"a":'),
      messages([assistant("a1")]),
      call.args("c1", "1}"),
      call.end("c1"),
    );
    expect(list).toMatchObject([assistant("a1"), holder("m1", ["c1", "f", '{"a":1}'])]);
    expect(toolCalls.c1?.status).toBe("pending");
  });

  test("are ignored after a snapshot dropped their call, which had ended", () => {
    const { messages: list } = reduce(
      thread(),
      started(),
      ...calls("c1", "f", "", { parentMessageId: "m1" }),
      messages([assistant("a1")]),
      call.args("c1", "{}"),
      call.end("c1"),
    );
    expect(list).toEqual([assistant("a1")]);
  });
});

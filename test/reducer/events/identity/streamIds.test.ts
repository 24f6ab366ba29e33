import { describe, expect, test } from "vitest";
import type { EventInput, Snapshot } from "../../../../src/core.ts";
import { serverIdOf, toServerMessages } from "../../../../src/reducer/serverIds.ts";
import {
  call,
  calls,
  finished,
  reasoning,
  started,
  startedWithMessages,
  text,
  textMessage,
  user,
} from "../../events.ts";
import { issuesOf, reduce, replayRun, thread } from "../../reduce.ts";

/** Returns the content of a conversation: text, calls with their arguments, and results. */
function contentOf({ messages }: Pick<Snapshot, "messages">): unknown[] {
  return messages.map((message) =>
    message.role === "assistant" && message.toolCalls
      ? message.toolCalls.map((toolCall) => toolCall.function.arguments)
      : message.content,
  );
}

/** Returns the ids of a conversation as the server knows them. */
const serverIds = ({ messages }: Snapshot) => toServerMessages(messages).map(({ id }) => id);

const answeredCall = (args: string, content: string): EventInput[] => [
  ...calls("f:0", "search", args),
  call.result("f:0", content, { messageId: "t" }),
];
const twoRuns: readonly EventInput[] = [
  started("r1"),
  ...answeredCall('{"a":1}', "one"),
  finished(),
  started("r2"),
  ...answeredCall('{"a":2}', "two"),
  finished(),
];

describe("a call id that a later run uses again", () => {
  test("names another call with its own arguments and result", () => {
    const snapshot = reduce(thread(), ...twoRuns);
    expect(contentOf(snapshot)).toEqual([['{"a":1}'], "one", ['{"a":2}'], "two"]);
    expect(Object.keys(snapshot.toolCalls)).toEqual(["f:0", "f:0@r2"]);
    expect(snapshot.toolCalls["f:0@r2"]).toMatchObject({ status: "complete", runId: "r2" });
    expect(issuesOf(snapshot)).toEqual(["id-collision t"]);
  });

  test("is sent as the server's own id", () => {
    const [, , second, result] = toServerMessages(reduce(thread(), ...twoRuns).messages);
    expect(second).toMatchObject({ toolCalls: [{ id: "f:0" }] });
    expect(result).toEqual({ id: "t", role: "tool", toolCallId: "f:0", content: "two" });
  });

  test("names a pending call, whose handler runs", () => {
    const { run, toolCalls } = reduce(
      thread(),
      ...twoRuns,
      started("r3"),
      ...calls("f:0", "ask"),
      finished({ type: "success", pendingToolCallIds: ["f:0"] }),
    );
    expect(run.pendingToolCallIds).toEqual(["f:0@r3"]);
    expect(toolCalls["f:0@r3"]?.status).toBe("pending");
  });

  test("names the text in the message of the call under the server's own id", () => {
    const { messages } = reduce(
      thread(),
      ...twoRuns,
      started("r3"),
      ...calls("f:0", "search"),
      ...textMessage("f:0", "Done."),
    );
    expect(toServerMessages(messages).at(-1)).toMatchObject({ id: "f:0", content: "Done." });
  });

  test("names the unanswered call where a later run sends its result", () => {
    const snapshot = reduce(
      thread(),
      ...twoRuns,
      started("r3"),
      ...calls("f:0", "search", '{"a":3}'),
      finished(),
      started("r4"),
      call.result("f:0", "three", { messageId: "t3" }),
    );
    expect(contentOf(snapshot).slice(4)).toEqual([['{"a":3}'], "three"]);
  });

  test("names the last call in interrupts, values and sub-agents", () => {
    const { interrupts, subagents, messages } = reduce(
      thread(),
      ...twoRuns,
      started("r3"),
      ...calls("f:0", "ask"),
      reasoning.encrypted("tool-call", "f:0", "secret"),
      { type: "SUBAGENT_STARTED", subagentRunId: "s", name: "S", parentToolCallId: "f:0" },
      finished({ type: "interrupt", interrupts: [{ id: "i", reason: "ask", toolCallId: "f:0" }] }),
    );
    expect(interrupts).toMatchObject([{ toolCallId: "f:0@r3" }]);
    expect(subagents.s?.parentToolCallId).toBe("f:0@r3");
    expect(messages.at(-1)).toMatchObject({ toolCalls: [{ encryptedValue: "secret" }] });
  });

  test("names the same call when the run is received again", () => {
    const before = reduce(thread(), ...twoRuns);
    const after = replayRun(before, ...twoRuns);
    expect(after.messages).toEqual(before.messages);
    expect(after.toolCalls).toEqual(before.toolCalls);
    const results = (snapshot: Snapshot) => snapshot.messages.filter(({ role }) => role === "tool");
    for (const [at, result] of results(after).entries()) expect(result).toBe(results(before)[at]);
  });

  test("keeps the parent message of each run separate", () => {
    const parentMessageId = "m";
    const snapshot = reduce(
      thread(),
      started("r1"),
      ...textMessage("m", "One"),
      ...calls("a", "search", "{}", { parentMessageId }),
      call.result("a", "1"),
      finished(),
      started("r2"),
      ...calls("b", "search", "{}", { parentMessageId }),
      ...calls("c", "search", "{}", { parentMessageId }),
    );
    expect(snapshot.messages.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
    expect(serverIds(snapshot)).toEqual(["m", "a-result", "m"]);
    expect(snapshot.messages[2]).toMatchObject({ toolCalls: [{ id: "b" }, { id: "c" }] });
  });
});

describe("a call id that a run uses again", () => {
  test("names another call after the result", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...answeredCall('{"a":1}', "one"),
      ...calls("f:0", "search", '{"a":2}'),
      call.result("f:0", "two", { messageId: "t2" }),
    );
    expect(contentOf(snapshot)).toEqual([['{"a":1}'], "one", ['{"a":2}'], "two"]);
  });

  test.each([
    ["complete arguments, which are replaced", '{"a":1}', '{"a":2}', '{"a":2}'],
    ["incomplete arguments, which are replaced at the end", '{"a":', '{"a":2}', '{"a":2}'],
    ["no arguments, which leaves the first ones", '{"a":1}', "", '{"a":1}'],
    ["arguments that are no JSON, which leaves the first ones", '{"a":1}', '{"a"', '{"a":1}'],
    ["the rest of incomplete arguments, which is added", '{"a":', "2}", '{"a":2}'],
  ])("repeats the call before its result, with %s", (_, first, second, expected) => {
    const snapshot = reduce(
      thread(),
      started(),
      ...calls("f:0", "search", first),
      call.start("f:0", "search"),
      ...(second ? [call.args("f:0", second)] : []),
      call.end("f:0"),
      finished({ type: "success", pendingToolCallIds: ["f:0"] }),
    );
    expect(contentOf(snapshot)).toEqual([[expected]]);
    expect(snapshot.run.pendingToolCallIds).toEqual(["f:0"]);
  });

  test("names two calls when it is empty", () => {
    const snapshot = reduce(
      thread(),
      started("r1"),
      call.start("", "search"),
      call.args("", '{"a":1}'),
      call.start("", "search"),
      call.args("", '{"a":2}'),
      call.end(""),
      call.result("", "one", { messageId: "t1" }),
      call.result("", "two", { messageId: "t2" }),
    );
    expect(contentOf(snapshot)).toEqual([['{"a":1}'], "one", ['{"a":2}'], "two"]);
    expect(Object.keys(snapshot.toolCalls)).not.toContain("");
  });
});

describe("the id of text and reasoning", () => {
  test("names another message in a later run", () => {
    const snapshot = reduce(
      thread({ messages: [user("q1")] }),
      started("r1"),
      ...textMessage("0", "one"),
      finished(),
      startedWithMessages(user("q2")),
      { ...started("r2") },
      ...textMessage("0", "two"),
    );
    expect(contentOf(snapshot)).toEqual(["Hello", "one", "Hello", "two"]);
    expect(serverIds(snapshot)).toEqual(["q1", "0", "q2", "0"]);
  });

  test("names another reasoning message in a later run", () => {
    const think = (delta: string) => [
      reasoning.start("0"),
      reasoning.content("0", delta),
      reasoning.end("0"),
    ];
    const snapshot = reduce(thread(), started("r1"), ...think("a"), started("r2"), ...think("b"));
    expect(contentOf(snapshot)).toEqual(["a", "b"]);
  });

  test("names another message after a tool result of the run", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textMessage("0", "Let me look."),
      ...answeredCall("{}", "found"),
      ...textMessage("0", "Done."),
    );
    expect(contentOf(snapshot)).toEqual(["Let me look.", ["{}"], "found", "Done."]);
  });

  test("names one message around the result of an earlier call, also in a replay", () => {
    const answer = call.result("c", "found", { messageId: "t" });
    const parts = [...textMessage("0", "one"), answer, ...textMessage("0", "two")];
    const run = [started(), ...calls("c", "search", "{}"), ...parts, finished()];
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(contentOf(replayRun(cut, ...run))).toEqual([["{}"], "found", "onetwo"]);
    }
  });

  test("names the same messages when the runs are received again", () => {
    const events = [
      started("r1"),
      ...textMessage("0", "one"),
      ...answeredCall("{}", "found"),
      ...textMessage("0", "more"),
      started("r2"),
      ...textMessage("0", "two"),
      finished(),
    ];
    const before = reduce(thread(), ...events);
    const after = replayRun(before, ...events);
    expect(after.messages).toEqual(before.messages);
    expect(replayRun(after, ...events.slice(0, 9)).messages).toEqual(before.messages);
  });

  test("names one message that continues, also in a replay, when nothing is between its parts", () => {
    const run = [started(), ...textMessage("0", "one"), ...textMessage("0", "two"), finished()];
    const before = reduce(thread(), ...run);
    expect(contentOf(before)).toEqual(["onetwo"]);
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(contentOf(replayRun(cut, ...run)), `cut after ${at} events`).toEqual(["onetwo"]);
    }
    expect(replayRun(before, ...run).messages).toEqual(before.messages);
  });

  test("names another message in each run that a connection brings", () => {
    const fresh = thread();
    const expected = { ...fresh, tracking: { ...fresh.tracking, runIds: ["r1", "r2"] } };
    const after = replayRun(
      expected,
      started("r1"),
      ...textMessage("0", "one"),
      finished(),
      started("r2"),
      ...textMessage("0", "two"),
      finished(),
    );
    expect(contentOf(after)).toEqual(["one", "two"]);
  });

  test("names the same message where a run is received again under another run id", () => {
    const before = reduce(thread(), started("r1"), ...textMessage("0", "one"), finished());
    const expected = { ...before, tracking: { ...before.tracking, runIds: ["r1", "r9"] } };
    const after = replayRun(expected, started("r9"), ...textMessage("0", "one"), finished());
    expect(after.messages).toEqual(before.messages);
  });

  test("continues a loaded message without a start", () => {
    const loaded = thread({ messages: [{ id: "a1", role: "assistant", content: "Hello" }] });
    const known = { ...loaded, tracking: { ...loaded.tracking, runIds: ["r1"] } };
    const after = replayRun(known, started("r1"), text.content("a1", " world"), text.end("a1"));
    expect(contentOf(after)).toEqual(["Hello world"]);
  });
});

test("a reused id survives storage as metadata that are never sent", () => {
  const { messages } = reduce(thread(), ...twoRuns);
  const stored = thread({ messages });
  expect(stored.messages.map(serverIdOf)).toEqual(messages.map(serverIdOf));
  expect(JSON.stringify(toServerMessages(stored.messages))).not.toContain("agui-kit");
});

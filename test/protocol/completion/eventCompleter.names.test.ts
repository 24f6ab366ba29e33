import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/core.ts";
import { canonical, summaries } from "../canonical.ts";
import { type Fields, playStream, screen } from "../lenientStreams.ts";

describe("two streams without ids", () => {
  test("are two messages, and text after a call is another one", async () => {
    const { snapshot } = await playStream([
      { type: "TEXT_MESSAGE_CONTENT", delta: "one" },
      { type: "TEXT_MESSAGE_CONTENT", delta: ", two" },
      { type: "TOOL_CALL_START", toolCallName: "search" },
      { type: "TOOL_CALL_ARGS", delta: "{}" },
      { type: "TOOL_CALL_END" },
      { type: "TEXT_MESSAGE_CONTENT", delta: "three" },
    ]);
    expect(screen(snapshot.messages).slice(1)).toMatchObject([
      { content: "one, two" },
      { toolCalls: [{ name: "search", arguments: "{}" }] },
      { content: "three" },
    ]);
  });

  test("are two calls, and their results belong to them in order", async () => {
    const { snapshot } = await playStream([
      { type: "TOOL_CALL_START", toolCallName: "a" },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_START", toolCallName: "b" },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_RESULT", content: "of a" },
      { type: "TOOL_CALL_RESULT", content: "of b" },
    ]);
    const calls = snapshot.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    expect(calls.map((call) => call.function.name)).toEqual(["a", "b"]);
    const results = snapshot.messages.filter((message) => message.role === "tool");
    expect(results.map(({ toolCallId, content }) => [toolCallId, content])).toEqual([
      [calls[0]?.id, "of a"],
      [calls[1]?.id, "of b"],
    ]);
  });

  test("leave a call that the client has answered as it is", async () => {
    const runs = (input: object): Fields[] => [
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "page" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      { type: "RUN_STARTED", threadId: "t1", runId: "r2", input },
      { type: "TOOL_CALL_RESULT", content: "late" },
    ];
    const answer = { id: "t1", role: "tool", toolCallId: "c1", content: "mine" };
    const { snapshot } = await playStream(runs({ messages: [answer] }));
    expect(snapshot.messages.map(({ content }) => content)).toContain("mine");
    const unanswered = await playStream(runs({ messages: [] }));
    expect(unanswered.snapshot.toolCalls.c1?.status).toBe("complete");
  });

  test("belong to their sub-agents", async () => {
    const { snapshot } = await playStream([
      { type: "TEXT_MESSAGE_START", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_START", subagentRunId: "s2" },
      { type: "TEXT_MESSAGE_CONTENT", subagentRunId: "s1", delta: "one" },
      { type: "TEXT_MESSAGE_CONTENT", subagentRunId: "s2", delta: "two" },
    ]);
    expect(snapshot.messages.slice(1)).toMatchObject([{ content: "one" }, { content: "two" }]);
  });
});

describe("the name of a call", () => {
  const start = { type: "TOOL_CALL_START", toolCallId: "c1" };
  const end = { type: "TOOL_CALL_END", toolCallId: "c1" };
  const result = { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "ok" };
  const namesOf = (messages: readonly Message[]) =>
    messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.toolCalls ?? []).map((call) => call.function.name)
        : [],
    );

  test.each([[null], [undefined], [{}]])("is unknown when it is %j", async (toolCallName) => {
    const { snapshot } = await playStream([{ ...start, toolCallName }, end, result]);
    expect(namesOf(snapshot.messages)).toEqual(["unknown_tool"]);
    expect(snapshot.messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "c1" });
    expect(snapshot.toolCalls.c1).toMatchObject({ status: "complete", resultMessageId: "t1" });
  });

  test("is that of an earlier start", async () => {
    const named = { ...start, toolCallName: "search" };
    const { snapshot } = await playStream([
      named,
      end,
      { ...start, toolCallName: null },
      end,
      result,
    ]);
    expect(namesOf(snapshot.messages)).toEqual(["search"]);
  });

  test.each(["toolName", "tool_name", "tool_call_name"])("is read from %s", async (name) => {
    const { snapshot } = await playStream([{ ...start, [name]: "search" }, end]);
    expect(namesOf(snapshot.messages)).toEqual(["search"]);
  });
});

test("a patch without an id belongs to the activity of its type that was named last", async () => {
  const activity = (id: string, fields: object) => ({
    messageId: id,
    activityType: "P",
    ...fields,
  });
  const patch = (n: number) => [{ op: "replace", path: "/n", value: n }];
  const { snapshot } = await playStream([
    { type: "ACTIVITY_SNAPSHOT", ...activity("a", { content: { n: 0 } }) },
    { type: "ACTIVITY_DELTA", ...activity("a", { patch: patch(1) }) },
    { type: "ACTIVITY_SNAPSHOT", ...activity("b", { content: { n: 0 } }) },
    { type: "ACTIVITY_DELTA", ...activity("a", { patch: patch(2) }) },
    { type: "ACTIVITY_DELTA", activityType: "P", patch: patch(3) },
  ]);
  const contents = snapshot.messages.flatMap((message) =>
    message.role === "activity" ? [[message.id, message.content.n]] : [],
  );
  expect(contents).toEqual([
    ["a", 3],
    ["b", 0],
  ]);
});

describe("a field under another name has one issue, which says the name,", () => {
  const chunk = { type: "TEXT_MESSAGE_CHUNK", delta: "Hi" };
  const message = { id: "m1", role: "tool", content: "ok" };
  test.each<[string, Fields, string]>([
    ["an id in snake_case", { type: "TEXT_MESSAGE_START", message_id: "m1" }, "message_id"],
    ["an id of a first chunk", { ...chunk, message_id: "m1" }, "message_id"],
    ["a delta", { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", content: "Hi" }, "content"],
    ["a patch", { type: "STATE_DELTA", patch: [] }, "patch"],
    ["an error object", { type: "RUN_ERROR", error: { message: "Boom" } }, "error"],
    ["an error as text", { type: "RUN_ERROR", error: "Boom" }, "error"],
    ["a detail", { type: "RUN_ERROR", detail: "Boom" }, "detail"],
    [
      "an error of a sub-agent",
      { type: "SUBAGENT_ERROR", subagentRunId: "s1", error: "x" },
      "error",
    ],
    [
      "a field of a message",
      { type: "MESSAGES_SNAPSHOT", messages: [{ ...message, tool_call_id: "c1" }] },
      "messages[0].tool_call_id",
    ],
  ])("for %s", async (_, event, name) => {
    const { issues } = await canonical(event);
    expect(summaries(issues)).toEqual([`violation renamed-field ${name}`]);
  });

  test("as a notice for an optional field", async () => {
    const start = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "a" };
    const { issues } = await canonical({ ...start, parent_message_id: "m1" });
    expect(summaries(issues)).toEqual(["notice renamed-field parent_message_id"]);
  });

  test("and an error without any text lacks its message", async () => {
    const { issues } = await canonical({ type: "RUN_ERROR", message_id: null });
    expect(summaries(issues)).toEqual(["violation malformed-field message"]);
  });

  test("but null under another name is a missing field", async () => {
    const { issues } = await canonical({ type: "TEXT_MESSAGE_START", message_id: null });
    expect(summaries(issues)).toEqual(["violation missing-field messageId"]);
  });
});

describe("an empty tool name", () => {
  const calls = ({ messages }: { messages: readonly Message[] }) =>
    messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.toolCalls ?? []).map((call) => call.function.name)
        : [],
    );

  test.each<[string, Fields[]]>([
    ["a start", [{ type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "" }]],
    ["a chunk", [{ type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "", delta: "{}" }]],
    [
      "a snapshot",
      [
        {
          type: "MESSAGES_SNAPSHOT",
          messages: [
            {
              id: "a1",
              role: "assistant",
              toolCalls: [{ id: "c1", type: "function", function: { name: "", arguments: "{}" } }],
            },
          ],
        },
      ],
    ],
  ])("is replaced, because model providers refuse it: %s", async (_, events) => {
    const { snapshot } = await playStream(events);
    expect(calls(snapshot)).toEqual(["unknown_tool"]);
    // The protocol allows it.
    const isOfName = ({ subject = "" }) => subject.endsWith("function.name");
    const severities = snapshot.issues.filter(isOfName).map(({ severity }) => severity);
    expect(severities).not.toContain("violation");
  });
});

test.each<[string, Fields]>([
  ["args", { type: "TOOL_CALL_ARGS", toolCallId: "c1", args: '{"q":1}' }],
  ["args", { type: "TOOL_CALL_ARGS", toolCallId: "c1", args: { q: 1 } }],
  ["arguments", { type: "TOOL_CALL_CHUNK", toolCallId: "c1", arguments: { q: 1 } }],
])("the arguments of a call are read from %s: %j", async (_, event) => {
  const start = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" };
  const { snapshot } = await playStream([
    start,
    event,
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  ]);
  expect(snapshot.messages.slice(1)).toMatchObject([
    { toolCalls: [{ function: { arguments: '{"q":1}' } }] },
  ]);
});

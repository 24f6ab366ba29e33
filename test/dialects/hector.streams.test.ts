// @vitest-environment node
import { describe, expect, test } from "vitest";
import { hector } from "../../src/dialects.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { silenceConsole } from "../differential/playReference.ts";
import { expectSameAs, framesOf, translate } from "./accents.ts";

silenceConsole();

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

const task = (content: Record<string, unknown>): EventInput => ({
  type: "ACTIVITY_SNAPSHOT",
  messageId: "task:task-1",
  activityType: "TASK",
  content: { taskId: "task-1", ...content },
});

const text = (messageId: string, delta: string, metadata?: object): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant", ...(metadata && { metadata }) },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

const thought = (messageId: string, delta: string, metadata?: object): EventInput[] => [
  { type: "REASONING_MESSAGE_START", messageId, role: "reasoning", ...(metadata && { metadata }) },
  { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
  { type: "REASONING_MESSAGE_END", messageId },
];

const call = (
  toolCallId: string,
  toolCallName: string,
  delta: string,
  parent?: string,
): EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName, ...(parent && { parentMessageId: parent }) },
  { type: "TOOL_CALL_ARGS", toolCallId, delta },
  { type: "TOOL_CALL_END", toolCallId },
];

const result = (toolCallId: string, content: string, metadata?: object): EventInput => ({
  type: "TOOL_CALL_RESULT",
  messageId: `${toolCallId}:result`,
  toolCallId,
  content,
  ...(metadata && { metadata }),
});

/** Each stream, and the one of AG-UI 1.0 that says the same. */
const STREAMS: Readonly<Record<string, readonly EventInput[]>> = {
  "agui-v1.sse": [
    started,
    task({ contextId: "ctx-1", status: "completed" }),
    ...thought("think-1", "Analyzing"),
    ...call("call-9abc", "search_code", '{"query":"auth"}'),
    result("call-9abc", "Found 5 files"),
    ...text("block-1", "Hello"),
    finished,
  ],
  "agui-seed-doc.sse": [
    started,
    ...thought("think-789", "Analyzing request..."),
    ...text("block-abc", "Hello! How can I help?"),
    finished,
  ],
  "a2a-v1.sse": [started, ...thought("think-1", "Analyzing"), finished],
  "a2a-v2.sse": [
    started,
    ...text("a1", "Hel"),
    ...call("call-1", "search", '{"q":"x"}', "a1"),
    task({ contextId: "ctx-1", status: "completed" }),
    finished,
  ],
  "a2a-seed-part.json": [
    started,
    ...text("block-1234", "Hello! How can I help you today?"),
    ...call("call-9abc", "search_code", '{"query":"authentication logic"}', "block-1234"),
    result("call-9abc", "Found 5 files"),
    finished,
  ],
  "tasks.sse": [
    started,
    task({
      ...{ contextId: "ctx-1", description: "Find the bug" },
      ...{ status: "completed", result: { files: 3 } },
    }),
    ...text("msg-1", "Looking."),
    ...call("call-1", "grep", '{"q":"bug"}', "msg-1"),
    ...call("call-2", "pwd", "{}", "msg-1"),
    result("call-1", "3 files"),
    result("call-2", "no shell", { isError: true }),
    ...thought("think-1", "It is the second.", { title: "Weighing" }),
    {
      ...{ type: "REASONING_ENCRYPTED_VALUE", subtype: "message" },
      ...{ entityId: "think-1", encryptedValue: "sig-1" },
    },
    ...text("msg-1:2", "Found it:"),
    ...text("block-1", "```\na = b\n```", { blockType: "code" }),
    finished,
  ],
  "task-error.sse": [
    started,
    ...text("msg-1", "Trying."),
    task({ error: "out of budget", errorCode: "BUDGET", status: "failed" }),
    { type: "RUN_ERROR", message: "out of budget", code: "BUDGET" },
  ],
  "error.sse": [
    started,
    ...text("msg-1", "Half a sen").slice(0, 2),
    { type: "RUN_ERROR", message: "the model is gone" },
  ],
};

describe("a stream of Hector's ends as the AG-UI 1.0 stream that says the same", () => {
  test.each(Object.entries(STREAMS))("%s", async (name, written) => {
    const { events } = translate(hector(), framesOf(`dialects/hector/${name}`));
    await expectSameAs(events, written);
  });
});

test("an event has the time at which Hector made it", () => {
  const { events } = translate(hector(), framesOf("dialects/hector/agui-v1.sse"));
  expect(events[0]?.timestamp).toBe(Date.parse("2025-12-01T10:00:00Z"));
  expect(events.find(({ type }) => type === "TOOL_CALL_RESULT")?.timestamp).toBe(
    Date.parse("2025-12-01T10:00:00.4Z"),
  );
});

test.each(["agui-v1.sse", "agui-seed-doc.sse", "tasks.sse"])(
  "%s cut off in its message has not finished, however politely it ends",
  (name) => {
    const frames = framesOf(`dialects/hector/${name}`);
    const stop = frames.findIndex(({ event }) => event === "message_stop");
    const types = translate(hector(), frames.slice(0, stop)).events.map(({ type }) => type);
    expect(types).toContain("RUN_STARTED");
    expect(types).not.toContain("RUN_FINISHED");
  },
);

import { describe, expect, test } from "vitest";
import { hector } from "../../../src/dialects.ts";
import type { DialectFrame } from "../../../src/protocol/dialect.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { expectSameAs, framesOf, translate } from "../dialectStreams.ts";

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

const reasoning = (messageId: string, delta: string, metadata?: object): EventInput[] => [
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
  messageId: `${toolCallId}_result`,
  toolCallId,
  content,
  ...(metadata && { metadata }),
});

/** Each stream, with the AG-UI 1.0 events that lead to the same snapshot. */
const STREAMS: Readonly<Record<string, readonly EventInput[]>> = {
  "agui-v1.sse": [
    started,
    task({ contextId: "ctx-1", status: "completed" }),
    ...reasoning("think-1", "Analyzing"),
    ...call("call-9abc", "search_code", '{"query":"auth"}'),
    result("call-9abc", "Found 5 files"),
    ...text("block-1", "Hello"),
    finished,
  ],
  "agui-seed-doc.sse": [
    started,
    ...reasoning("think-789", "Analyzing request..."),
    ...text("block-abc", "Hello! How can I help?"),
    finished,
  ],
  "a2a-v1.sse": [started, ...reasoning("think-1", "Analyzing"), finished],
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
    ...reasoning("think-1", "It is the second.", { title: "Weighing" }),
    {
      ...{ type: "REASONING_ENCRYPTED_VALUE", subtype: "message" },
      ...{ entityId: "think-1", encryptedValue: "sig-1" },
    },
    ...text("msg-1_2", "Found it:"),
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

describe("a stream of Hector leads to the same snapshot as its AG-UI 1.0 equivalent", () => {
  test.each(Object.entries(STREAMS))(
    'the Hector stream "%s" leads to the snapshot of its equivalent',
    async (name, written) => {
      const { events } = translate(hector(), framesOf(`dialects/hector/${name}`));
      await expectSameAs(events, written);
    },
  );
});

test("an event has the timestamp of Hector", () => {
  const { events } = translate(hector(), framesOf("dialects/hector/agui-v1.sse"));
  expect(events[0]?.timestamp).toBe(Date.parse("2025-12-01T10:00:00Z"));
  expect(events.find(({ type }) => type === "TOOL_CALL_RESULT")?.timestamp).toBe(
    Date.parse("2025-12-01T10:00:00.4Z"),
  );
});

describe("a stream of Hector finishes only with its end frame", () => {
  const types = (name: string, length?: number) =>
    translate(hector(), framesOf(`dialects/hector/${name}`).slice(0, length)).events.map(
      ({ type }) => type,
    );

  /** Streams whose message and task are over before the `done`. */
  const overEarly = ["agui-v1.sse", "tasks.sse", "task-error.sse"];

  test.each(Object.keys(STREAMS).filter((name) => framesOf(`dialects/hector/${name}`).length > 1))(
    "%s is finished by its end frame",
    (name) => {
      const { length } = framesOf(`dialects/hector/${name}`);
      const end = overEarly.includes(name) ? length - 1 : length;
      for (let cut = 1; cut < end; cut++) {
        expect(types(name, cut), `after ${cut} frames`).not.toContain("RUN_FINISHED");
        expect(types(name, cut), `after ${cut} frames`).not.toContain("RUN_ERROR");
      }
      expect(types(name, end).at(-1)).toMatch(/^RUN_(FINISHED|ERROR)$/);
      expect(types(name, end)).toEqual(types(name));
    },
  );

  const state = (status: string): DialectFrame => ({
    data: { statusUpdate: { taskId: "task-1", status: { state: status } } },
  });
  const isOver = (...frames: readonly DialectFrame[]) =>
    translate(hector(), frames).events.some(({ type }) => type.startsWith("RUN_FINISHED"));

  test.each([
    ["completed", true],
    ["TASK_STATE_COMPLETED", true],
    ["canceled", true],
    ["input-required", true],
    ["TASK_STATE_AUTH_REQUIRED", true],
    ["submitted", false],
    ["TASK_STATE_WORKING", false],
  ])("a task that is %s finishes the run: %s", (status, expected) => {
    expect(isOver(state("working"), state(status))).toBe(expected);
    expect(isOver({ data: { kind: "task", id: "task-1", status: { state: status } } })).toBe(
      expected,
    );
  });

  test("a final status update finishes the run, an artifact update does not", () => {
    const update = { taskId: "task-1", status: { state: "working" }, final: true };
    expect(isOver({ data: { kind: "status-update", ...update } })).toBe(true);
    const artifact = { artifactId: "a1", parts: [{ text: "Hel" }] };
    expect(isOver({ data: { artifactUpdate: { artifact } } })).toBe(false);
    expect(isOver({ data: { kind: "artifact-update", artifact } })).toBe(false);
  });

  test("a message stop without `done` finishes the run, unless a block or a task is open", () => {
    const flat = (name: string, data: object): DialectFrame => ({ event: name, data });
    const released = (name: string, type: string): DialectFrame => ({
      data: { type: `AGUI_EVENT_TYPE_${type}`, [name]: { messageId: "m1" } },
    });
    const start = flat("message_start", { messageId: "m1" });
    const stop = flat("message_stop", { messageId: "m1" });
    const block = flat("content_block_start", { blockId: "b1" });
    expect(isOver(start, stop)).toBe(true);
    expect(isOver(start, block, stop)).toBe(false);
    expect(isOver(start, stop, block)).toBe(false);
    const [begun, ended] = [
      released("messageStart", "MESSAGE_START"),
      released("messageStop", "MESSAGE_STOP"),
    ];
    expect(isOver(begun)).toBe(false);
    expect(isOver(begun, ended)).toBe(true);
    expect(isOver(begun, ended, begun)).toBe(false);
    const task = { data: { type: "AGUI_EVENT_TYPE_TASK_START", taskStart: { taskId: "t" } } };
    expect(isOver(task, begun, ended)).toBe(false);
    expect(isOver(begun, ended, { event: "done", data: {} })).toBe(true);
  });

  test("a message and its tasks without `done` finish the run when the last one of them ends", () => {
    const flat = (event: string, id: string): DialectFrame => ({
      event,
      data: { [event.startsWith("task") ? "taskId" : "messageId"]: id },
    });
    const [task, complete] = [flat("task_start", "t1"), flat("task_complete", "t1")];
    const [start, stop] = [flat("message_start", "m1"), flat("message_stop", "m1")];
    expect(isOver(task, start, complete, stop)).toBe(true);
    expect(isOver(task, start, stop, complete)).toBe(true);
    expect(isOver(task, start, complete)).toBe(false);
    expect(isOver(task, flat("task_start", "t2"), start, complete, stop)).toBe(false);
    expect(isOver(task, complete, start, stop, flat("task_start", "t2"))).toBe(false);
  });

  test("a message or parts do not finish the run while a task works", () => {
    const message: DialectFrame = {
      data: { kind: "message", messageId: "m1", parts: [{ kind: "text", text: "Hi" }] },
    };
    const parts: DialectFrame = { data: [{ text: "Hi" }] };
    const stop: DialectFrame = { event: "message_stop", data: { messageId: "m1" } };
    for (const frame of [message, parts, stop]) {
      expect(isOver(frame)).toBe(true);
      expect(isOver(state("working"), frame)).toBe(false);
      expect(isOver(state("working"), frame, state("completed"))).toBe(true);
    }
  });

  test("an unknown event does not change whether the run is finished", () => {
    const beat: DialectFrame = { event: "heartbeat", data: {} };
    expect(isOver(state("completed"), beat)).toBe(true);
    expect(isOver(state("working"), beat)).toBe(false);
  });
});

import { describe, expect, test } from "vitest";
import { arkavo } from "../../../src/dialects.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { expectSameAs, framesOf, translate } from "../dialectStreams.ts";

silenceConsole();

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

const text = (messageId: string, ...deltas: readonly string[]): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  ...deltas.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta }) as const),
  { type: "TEXT_MESSAGE_END", messageId },
];

const call = (
  toolCallId: string,
  toolCallName: string,
  delta: string,
  parent: string,
): EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId: parent },
  { type: "TOOL_CALL_ARGS", toolCallId, delta },
  { type: "TOOL_CALL_END", toolCallId },
];

const result = (toolCallId: string, content: string, metadata?: object): EventInput => ({
  ...{ type: "TOOL_CALL_RESULT", messageId: `${toolCallId}_result`, toolCallId, content },
  ...(metadata && { metadata }),
});

const activity = (messageId: string, activityType: string, content: object): EventInput => ({
  ...{ type: "ACTIVITY_SNAPSHOT", messageId, activityType, content: { ...content } },
});

/** Each stream, with the AG-UI 1.0 events that lead to the same snapshot. */
const STREAMS: Readonly<Record<string, readonly EventInput[]>> = {
  "chat.ndjson": [
    started,
    { type: "STATE_SNAPSHOT", snapshot: { files: ["/a"] } },
    ...text("m1", "Let me ", "look."),
    ...call("c1", "read", '{"path":"/a"}', "m1"),
    result("c1", '{"size":3}'),
    activity("task:task-1", "TASK", {
      ...{ taskId: "task-1", description: "Read /a", status: "done" },
    }),
    ...text("m2", "It is empty."),
    finished,
  ],
  "dotted.ndjson": [
    started,
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: "u1", role: "user", content: "hi" },
        {
          ...{ id: "a1", role: "assistant", metadata: { model: "m" } },
          toolCalls: [{ id: "c0", type: "function", function: { name: "ls", arguments: "{}" } }],
        },
      ],
    },
    ...text("m1", "Half a sen").slice(0, 2),
    { type: "RUN_ERROR", message: "no more tokens", code: "QUOTA" },
  ],
  "gateway.ndjson": [
    started,
    ...text("m1", "Reading."),
    ...call("c1", "read", '{"path":"/a"}', "m1"),
    result("c1", "no such file", { isError: true }),
    ...text("m2", "It is not there."),
    finished,
  ],
};

describe("a stream of Arkavo leads to the same snapshot as its AG-UI 1.0 equivalent", () => {
  test.each(Object.entries(STREAMS))(
    'the Arkavo stream "%s" leads to the snapshot of its equivalent',
    async (name, written) => {
      const { events } = translate(arkavo(), framesOf(`dialects/arkavo/${name}`));
      await expectSameAs(events, written);
    },
  );

  test.each(Object.entries(STREAMS))("%s as Server-Sent Events", async (name, written) => {
    const frames = framesOf(`dialects/arkavo/${name}`).map(({ data }) => {
      const { type, ...rest } = data as { type: string };
      return { event: type, data: rest };
    });
    await expectSameAs(translate(arkavo(), frames).events, written);
  });
});

const customs = (name: string) =>
  translate(arkavo(), framesOf(`dialects/arkavo/${name}`)).events.flatMap((event) =>
    event.type === "CUSTOM" ? { name: event.name, value: event.value as unknown } : [],
  );

test("a frame without an AG-UI equivalent becomes a CUSTOM event named `arkavo.*`", () => {
  expect(customs("chat.ndjson")).toEqual([
    { name: "arkavo.typing_start", value: { messageId: "m1" } },
    { name: "arkavo.typing_stop", value: { messageId: "m1" } },
    { name: "arkavo.budget_alert", value: { alert: { level: "high" }, eventId: "ev-3" } },
    { name: "arkavo.roi_dashboard_update", value: { dashboard: { roi: 2 }, eventId: "ev-4" } },
  ]);
  expect(customs("dotted.ndjson")).toEqual([{ name: "arkavo.mesh_status", value: { agents: [] } }]);
  expect(customs("gateway.ndjson").map(({ name }) => name)).toEqual([
    "arkavo.model_selected",
    "arkavo.message_delta",
  ]);
});

test.each([
  ["a2aMessage", "a2a_message"],
  ["getROIDashboard", "get_roi_dashboard"],
  ["configUpdateResult", "config_update_result"],
  ["undo", "undo"],
  ["data.plane.transfer", "data_plane_transfer"],
  ["agent_lost", "agent_lost"],
])("the frame type %s becomes the event arkavo.%s", (type, name) => {
  const { events } = translate(arkavo(), [{ data: { type } }]);
  expect(events).toContainEqual({ type: "CUSTOM", name: `arkavo.${name}`, value: {} });
});

test("the ids of snapshots and deltas are positions", () => {
  const { cursors } = translate(arkavo(), framesOf("dialects/arkavo/chat.ndjson"));
  expect(cursors).toEqual(["ev-1", "ev-2", "ev-3", "ev-4"]);
});

test("a run without an end frame has been cut off", () => {
  const frames = framesOf("dialects/arkavo/chat.ndjson").slice(0, -1);
  const types = translate(arkavo(), frames).events.map(({ type }) => type);
  expect(types).not.toContain("RUN_FINISHED");
});

test.each([
  ["complete", undefined],
  ["user_abort", { type: "cancelled" }],
])("a run that ends with the reason %s has that reason in its end event", (reason, outcome) => {
  const { events } = translate(arkavo(), [{ data: { type: "lifecycle.end", reason } }]);
  expect(events.at(-1)).toEqual({ ...finished, ...(outcome && { outcome }), metadata: { reason } });
});

test("a gateway that cannot forward a message fails the run", () => {
  const frames = [{ data: { type: "error", code: "AGENT_NOT_CONNECTED", message: "gone" } }];
  const { events } = translate(arkavo(), frames);
  expect(events).toEqual([
    started,
    { type: "RUN_ERROR", code: "AGENT_NOT_CONNECTED", message: "gone" },
  ]);
});

test("AG-UI events pass unchanged", async () => {
  const events: EventInput[] = [started, ...text("m1", "Hello"), { ...finished, result: 1 }];
  const frames = events.map((data) => ({ data }));
  await expectSameAs(translate(arkavo(), frames).events, events);
});

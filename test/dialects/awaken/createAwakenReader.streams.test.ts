import { describe, expect, test } from "vitest";
import { awaken } from "../../../src/dialects.ts";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { TANSTACK_CLIENT_TOOL } from "../../../src/reducer/interruptTypes.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { expectSameAs, framesOf, inputOf, reduced, translate } from "../dialectStreams.ts";

silenceConsole();

const started = (runId: string): EventInput => ({ type: "RUN_STARTED", threadId: "t1", runId });
const finished = (runId: string, fields: object = {}): EventInput => ({
  ...{ type: "RUN_FINISHED", threadId: "t1", runId },
  ...fields,
});

const text = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

const reasoning = (messageId: string, delta: string): EventInput[] => [
  { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
  { type: "REASONING_MESSAGE_END", messageId },
];

const call = (id: string, name: string, delta: string): EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name, parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta },
  { type: "TOOL_CALL_END", toolCallId: id },
];

const result = (toolCallId: string, content: string): EventInput => ({
  ...{ type: "TOOL_CALL_RESULT", messageId: `${toolCallId}_result`, toolCallId, content },
});

const step = (stepName: string, ...events: readonly EventInput[]): EventInput[] => [
  { type: "STEP_STARTED", stepName },
  ...events,
  { type: "STEP_FINISHED", stepName },
];

/** Events of a run that waits for the frontend tool of `interrupt.sse`. */
const suspended = (reason: string, metadata?: object): EventInput[] => [
  started("r1"),
  ...step("step_1", ...call("tc1", "add_trips", '{"trips":[]}')),
  finished("r1", {
    outcome: {
      type: "interrupt",
      interrupts: [{ id: "suspend_tc1", reason, toolCallId: "tc1", ...(metadata && { metadata }) }],
    },
  }),
];

/** Each stream, with the AG-UI 1.0 events that lead to the same snapshot. */
const STREAMS: Readonly<Record<string, readonly EventInput[]>> = {
  "recordings/awaken-derived/tool-run.sse": [
    started("r1"),
    ...step(
      "step_1",
      ...reasoning("m1_reasoning", "Need weather."),
      ...text("m1", "Let me check."),
      ...call("c1", "weather", "{}"),
      {
        ...{ type: "ACTIVITY_SNAPSHOT", messageId: "c1", activityType: "tool-stream-output" },
        content: { delta: "fetching..." },
      },
      result("c1", '{"temp":70}'),
    ),
    ...step("step_2", ...text("m2", "It's 70F.")),
    finished("r1", { result: { response: "It's 70F." } }),
  ],
  "recordings/awaken-derived/interrupt.sse": suspended("tool:add_trips"),
  "recordings/awaken-derived/replay.sse": suspended("tool:add_trips"),
  "dialects/awaken/approval.sse": [
    started("r2"),
    ...call("tc9", "delete_file", '{"path":"/a"}'),
    finished("r2", {
      outcome: {
        type: "interrupt",
        interrupts: [
          {
            ...{ id: "tc9", toolCallId: "tc9", reason: "tool_approval", message: "Delete /a?" },
            metadata: { payload: { message: "Delete /a?" } },
          },
        ],
      },
    }),
  ],
  "dialects/awaken/resumed.sse": [
    started("r2"),
    result("tc1", '{"added":1}'),
    ...step(
      "step_1",
      ...reasoning("m2_reasoning", "Done, then."),
      {
        ...{ type: "REASONING_ENCRYPTED_VALUE", subtype: "message" },
        ...{ entityId: "m2_reasoning", encryptedValue: "sealed" },
      },
      ...text("m2", "It is on your list."),
      { type: "STATE_SNAPSHOT", snapshot: { trips: ["Rome"] } },
    ),
    finished("r2"),
  ],
  "dialects/awaken/snapshot.sse": [
    started("r3"),
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: "m1", role: "user", content: "weather?" },
        {
          ...{ id: "m2", role: "assistant", content: "Let me check." },
          toolCalls: [
            {
              ...{ id: "c1", type: "function" },
              function: { name: "weather", arguments: '{"city":"Paris"}' },
            },
          ],
        },
        { id: "c1_result", role: "tool", toolCallId: "c1", content: "18" },
      ],
    },
    { type: "RUN_ERROR", message: "inference failed", code: "INFERENCE" },
  ],
};

describe("a stream of Awaken leads to the same snapshot as its AG-UI 1.0 equivalent", () => {
  test.each(Object.entries(STREAMS))(
    'the Awaken stream "%s" leads to the snapshot of its equivalent',
    async (name, written) => {
      await expectSameAs(translate(awaken(), framesOf(name)).events, written);
    },
  );
});

const addTrips: RunAgentInput = inputOf({ tools: [{ name: "add_trips", description: "" }] });
const interrupting = framesOf("recordings/awaken-derived/interrupt.sse");

test("a call of an offered frontend tool is handed to that tool", async () => {
  const { events } = translate(awaken(), interrupting, { input: addTrips });
  await expectSameAs(events, suspended(TANSTACK_CLIENT_TOOL, { reason: "tool:add_trips" }));
});

test("a replay that begins in the middle uses the ids of the original run", () => {
  const frames = framesOf("recordings/awaken-derived/tool-run.sse");
  const whole = reduced(translate(awaken(), frames).events).snapshot;
  for (let at = 0; at <= frames.length; at++) {
    const halves = [frames.slice(0, at), frames.slice(at)];
    const events = halves.flatMap((half) => translate(awaken(), half).events);
    const { snapshot, issues } = reduced(events);
    expect(issues).toEqual([]);
    expect(snapshot.messages).toEqual(whole.messages);
  }
});

const frames = (...events: readonly object[]) => events.map((data) => ({ data }));

test("an interrupt without a tool call id holds the last call without a result", () => {
  const { events } = translate(
    awaken(),
    frames(
      ...[started("r1"), ...call("c1", "a", "{}"), ...call("c2", "b", "{}"), result("c2", "done")],
      { ...finished("r1"), outcome: "interrupt", interrupt: { reason: "tool_approval" } },
    ),
  );
  expect(events.at(-1)).toMatchObject({
    outcome: { interrupts: [{ id: "c1", toolCallId: "c1", reason: "tool_approval" }] },
  });
});

test("an encrypted value of a tool call stays with the call", () => {
  const value = { type: "REASONING_ENCRYPTED_VALUE", entityId: "c1", encryptedValue: "sealed" };
  const run = [started("r1"), ...call("c1", "a", "{}")];
  const { events } = translate(awaken(), frames(...run, value, finished("r1")));
  expect(events.at(-2)).toEqual({ ...value, subtype: "tool-call" });
});

test("values that are not events pass through for the thread to report", () => {
  const { events } = translate(awaken(), [{ data: "[DONE]" }, ...frames({ type: "FUTURE" })]);
  expect(reduced(events).issues).toEqual([
    expect.stringContaining("is not a JSON object"),
    expect.stringContaining("is not an AG-UI event"),
  ]);
});

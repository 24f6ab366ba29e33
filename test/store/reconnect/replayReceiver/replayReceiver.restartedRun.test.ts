import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Thread } from "../../../../src/core.ts";
import { runEvents } from "../../../support/runEvents.ts";
import { type Cut, cuttableAgent, type Manner } from "../cuttableAgent.ts";

const streamed: readonly EventInput[] = [
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a"' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: ":1}" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
  { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "There" },
  { type: "TEXT_MESSAGE_END", messageId: "m2" },
];
const reasoning: readonly EventInput[] = [
  { type: "REASONING_START", messageId: "r1" },
  // Some servers use one id for both.
  { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Let me" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: " see" },
  { type: "REASONING_MESSAGE_END", messageId: "r1" },
  { type: "REASONING_END", messageId: "r1" },
];
const chunks: readonly EventInput[] = [
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "lo" },
  { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: '{"a"' },
  { type: "TOOL_CALL_CHUNK", toolCallId: "c1", delta: ":1}" },
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "There" },
];

const shared: readonly EventInput[] = [
  { type: "STATE_SNAPSHOT", snapshot: { n: 0 } },
  { type: "STEP_STARTED", stepName: "think" },
  { type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: 1 }] },
  { type: "STEP_FINISHED", stepName: "think" },
  {
    type: "ACTIVITY_SNAPSHOT",
    messageId: "p1",
    activityType: "PLAN",
    content: { steps: ["one"] },
  },
  ...streamed.slice(0, 4),
  {
    type: "ACTIVITY_DELTA",
    messageId: "p1",
    activityType: "PLAN",
    patch: [{ op: "add", path: "/steps/-", value: "two" }],
  },
  { type: "STATE_SNAPSHOT", snapshot: { n: 2 } },
];

/** A run whose first event has a field that is not stored. */
const repaired: readonly EventInput[] = [
  {
    type: "ACTIVITY_SNAPSHOT",
    messageId: "p1",
    activityType: "PLAN",
    content: {},
    subagentRunId: "",
  },
  ...streamed.slice(0, 4),
];

/** A result before its call, as some servers send it. */
const earlyResult: readonly EventInput[] = [
  { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
  ...streamed.slice(4, 8),
];

const manners: readonly Manner[] = [
  "after the cursor, started again",
  "ignoring the cursor",
  "from the start",
];

/** Runs a thread over connections that end at these cuts, and returns its messages and received events. */
async function runWithCuts(events: readonly EventInput[], manner: Manner, cuts: readonly Cut[]) {
  const agent = cuttableAgent(events, { cuts, manner });
  const thread: Thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 } });
  const received: string[] = [];
  thread.subscribe({
    onEvent: (event) => {
      received.push("delta" in event ? `${event.type} ${event.delta}` : event.type);
    },
  });
  const { outcome } = await thread.run();
  const { messages, state, issues } = thread.getSnapshot();
  return { messages, state, issues, outcome, received };
}

describe.each([
  ["that streams", runEvents("r1", ...streamed)],
  ["that reasons first", runEvents("r1", ...reasoning, ...streamed)],
  ["that comes in chunks", runEvents("r1", ...chunks)],
  ["that shares its state", runEvents("r1", ...shared)],
  ["that names an empty sub-agent", runEvents("r1", ...repaired)],
  ["that sends a result before its call", runEvents("r1", ...earlyResult)],
])("a run %s and breaks off", (_, events) => {
  test.each(manners)("is complete after a break at any position, replayed %s", async (manner) => {
    const whole = await runWithCuts(events, manner, []);
    expect(whole.issues).toEqual([]);
    for (let at = 1; at < events.length; at++) {
      for (const next of [at, at + 1]) {
        const cuts: readonly Cut[] = [
          { at, how: "broken" },
          { at: next, how: "broken" },
        ];
        expect(await runWithCuts(events, manner, cuts), `after ${at} and ${next}`).toEqual(whole);
      }
    }
  });
});

import { deepStrictEqual } from "node:assert";
import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  parseThread,
  type Snapshot,
  serializeThread,
} from "../../../../src/core.ts";
import { copyThroughJson } from "../../../differential/conversation.ts";
import { type CuttableAgentOptions, cuttableAgent, MANNERS } from "../cuttableAgent.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

/** A run with every kind of event. */
const EVERYTHING: readonly EventInput[] = [
  started,
  { type: "STATE_SNAPSHOT", snapshot: { n: 0, list: [1] } },
  { type: "STEP_STARTED", stepName: "think" },
  { type: "REASONING_START", messageId: "s1" },
  { type: "REASONING_MESSAGE_START", messageId: "t1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "t1", delta: "Let me" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "t1", delta: " see" },
  { type: "REASONING_MESSAGE_END", messageId: "t1" },
  { type: "REASONING_END", messageId: "s1" },
  { type: "STEP_FINISHED", stepName: "think" },
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
  { type: "TEXT_MESSAGE_CHUNK", delta: "lo the" },
  { type: "TEXT_MESSAGE_CHUNK", delta: "re" },
  { type: "STATE_DELTA", delta: [{ op: "add", path: "/list/-", value: 2 }] },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a"' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: ":1}" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
  { type: "STATE_DELTA", delta: [{ op: "add", path: "/list/-", value: 3 }] },
  {
    type: "ACTIVITY_SNAPSHOT",
    messageId: "p1",
    activityType: "PLAN",
    content: { steps: ["one"] },
  },
  {
    type: "ACTIVITY_DELTA",
    messageId: "p1",
    activityType: "PLAN",
    patch: [{ op: "add", path: "/steps/-", value: "two" }],
  },
  { type: "CUSTOM", name: "note", value: 1 },
  { type: "TOOL_CALL_CHUNK", toolCallId: "c2", toolCallName: "ask", delta: "{" },
  { type: "TOOL_CALL_CHUNK", delta: "}" },
  { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "May I?" },
  { type: "TEXT_MESSAGE_END", messageId: "m2" },
  {
    ...finished,
    outcome: {
      type: "interrupt",
      interrupts: [{ id: "i1", reason: "confirmation", toolCallId: "c2", message: "May I?" }],
    },
  },
];

/** Events that some servers send before a run starts. */
const OPENINGS: readonly EventInput[] = [
  { type: "CUSTOM", name: "run.accepted", value: { runId: "r1" } },
];

function withoutTimes({ tracking: _, ...snapshot }: Snapshot): unknown {
  return copyThroughJson({
    ...snapshot,
    timings: Object.keys(snapshot.timings),
    ...JSON.parse(
      JSON.stringify(snapshot, (key, value) =>
        ["startedAt", "endedAt", "tracking", "timings"].includes(key) ? undefined : value,
      ),
    ),
  });
}

async function play(events: readonly EventInput[], options: CuttableAgentOptions) {
  const agent = cuttableAgent(events, options);
  const received: string[] = [];
  let ids = 0;
  const thread = createThread({
    agent,
    threadId: "t1",
    createId: () => `local-${++ids}`,
    reconnect: { firstMs: 0 },
    initialMessages: [{ id: "u0", role: "user", content: "Before" }],
  });
  thread.subscribe({
    onEvent: ({ type }) => received.push(type),
    onRunStart: () => received.push("start"),
    onRunEnd: () => received.push("end"),
  });
  const result = await thread.send("Hi");
  return { agent, thread, received, result, snapshot: thread.getSnapshot() };
}

type Played = Awaited<ReturnType<typeof play>>;

/** Asserts that a run over several connections has the same effects as over one connection. */
function expectSameRun(cut: Played, whole: Played, position: string): void {
  deepStrictEqual(withoutTimes(cut.snapshot), withoutTimes(whole.snapshot), position);
  const ids = ({ newMessages }: Played["result"]) => newMessages.map(({ id }) => id);
  expect(ids(cut.result), position).toEqual(ids(whole.result));
  // Deltas may be split differently.
  const others = (received: readonly string[]) =>
    received.filter((type) => !/CONTENT|ARGS/.test(type));
  expect(others(cut.received), position).toEqual(others(whole.received));
}

describe.each(MANNERS)("a run that breaks off, replayed %s", (manner) => {
  test.each([
    { batch: 1, marks: 1, before: [] },
    { batch: 3, marks: 1, before: [] },
    { batch: 1, marks: 3, before: [] },
    { batch: 2, marks: 2, before: OPENINGS },
    { batch: 1, marks: 1, before: OPENINGS },
  ])("ends in the same snapshot after a cut at any position, %j", async ({ before, ...rest }) => {
    const events = [...before, ...EVERYTHING];
    const whole = await play(events, { cuts: [], manner, ...rest });
    expect(whole.snapshot.issues.map(({ code }) => code)).toEqual(before.map(() => "outside-run"));
    expect(whole.snapshot.interrupts).toHaveLength(1);
    for (let at = before.length + 1; at < events.length; at++) {
      for (const how of ["broken", "closed"] as const) {
        const cuts = [
          { at, how },
          { at: at + 1, how },
        ].slice(0, at % 2 === 0 ? 1 : 2);
        const cut = await play(events, { cuts, manner, ...rest });
        const position = `${how} after ${at} events`;
        expect(cut.agent.connects.length, position).toBeGreaterThan(0);
        expectSameRun(cut, whole, position);
        expect(cut.result.outcome).toBe("interrupt");
        const { snapshot } = parseThread(await serializeThread(cut.thread));
        deepStrictEqual(snapshot, cut.snapshot);
      }
    }
  });
});

/** A run whose server sends a text, a result and another text after RUN_FINISHED. */
const LATE: readonly EventInput[] = [
  started,
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let me" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  finished,
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " look" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " it up" },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
  { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "Four" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: " results" },
  { type: "TEXT_MESSAGE_END", messageId: "m2" },
];

test.each(MANNERS)(
  "a run that breaks off after its end, replayed %s, is complete",
  async (manner) => {
    const whole = await play(LATE, { cuts: [], manner });
    // Nothing is open between the result and the text after it.
    const isOpenAt = (at: number) =>
      at !== LATE.length && LATE[at - 1]?.type !== "TOOL_CALL_RESULT";
    for (let at = 1; at < LATE.length; at++) {
      for (const positions of [[at], [at, at + 1]]) {
        const open = positions.filter(isOpenAt);
        const cuts = open.map((position) => ({ at: position, how: "broken" as const }));
        const cut = await play(LATE, { cuts, manner });
        expect(cut.agent.connects).toHaveLength(cuts.length);
        expectSameRun(cut, whole, `broken after ${open} events`);
        const { messages, run } = parseThread(await serializeThread(cut.thread)).snapshot;
        deepStrictEqual([messages, run], [cut.snapshot.messages, cut.snapshot.run]);
      }
    }
  },
);

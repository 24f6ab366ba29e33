import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Issue } from "../../../../src/core.ts";
import { cuttableAgent, MANNERS } from "../cuttableAgent.ts";

test.each(MANNERS)(
  "an event that is dropped after a lost connection leaves its issue when a server replays %s",
  async (manner) => {
    const events = [
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "FUTURE_EVENT" },
      // An unknown event is not an event of the protocol.
    ] as unknown as EventInput[];
    const thread = createThread({
      threadId: "t1",
      reconnect: { firstMs: 0, longestMs: 0, attempts: 3 },
      agent: cuttableAgent(events, { cuts: [{ at: 1, how: "broken" }], manner, marks: 3 }),
    });
    const reported: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => void reported.push(issue) });
    await thread.send("Hi");
    const { issues } = thread.getSnapshot();
    expect(issues).toMatchObject([{ code: "unknown-event", count: 1 }]);
    expect(reported).toMatchObject([{ code: "unknown-event" }]);
  },
);

test("an issue that a replay reports before the start of its run does not end the replay", async () => {
  const text = (delta: string): EventInput => ({ type: "TEXT_MESSAGE_CHUNK", delta });
  const events: EventInput[] = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    ...[text("Hel"), text("lo")],
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ];
  const cuts = [1, 2].map((at) => ({ at, how: "broken" as const }));
  const thread = createThread({
    threadId: "t1",
    reconnect: { firstMs: 0, longestMs: 0, attempts: 3 },
    agent: cuttableAgent(events, { cuts, manner: "from the start", batch: 5 }),
  });
  const { outcome } = await thread.send("Hi");
  expect(outcome).toBe("success");
  const { messages, issues } = thread.getSnapshot();
  expect(messages.at(-1)).toMatchObject({ content: "Hello" });
  expect(issues).toMatchObject([{ code: "ambiguous-chunk" }]);
});

test("a replay does not count an issue of a run again whose start came in the batch of the run before", async () => {
  const start: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
  const end: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
  const begin = (messageId: string): EventInput => ({ type: "TEXT_MESSAGE_START", messageId });
  const events = [
    ...[start, end, start, begin("m1"), { type: "FUTURE_EVENT" }, begin("m2"), end],
    // An unknown event is not an event of the protocol.
  ] as unknown as EventInput[];
  const cuts = [{ at: 5, how: "broken" as const }];
  const thread = createThread({
    threadId: "t1",
    reconnect: { firstMs: 0, longestMs: 0, attempts: 3 },
    agent: cuttableAgent(events, { cuts, manner: "from the start", batch: 5 }),
  });
  await thread.send("Hi");
  const { issues } = thread.getSnapshot();
  expect(issues.filter(({ code }) => code === "unknown-event")).toMatchObject([{ count: 1 }]);
});

describe.each<[string, unknown, Pick<Issue, "code">]>([
  ["an unknown event", { type: "PING" }, { code: "unknown-event" }],
  ["a frame that is no event", "ping", { code: "malformed-frame" }],
  ["an event without its content", { type: "STATE_DELTA" }, { code: "malformed-event" }],
])("%s before RUN_STARTED", (_, leading, issue) => {
  test.each(MANNERS)("leaves one issue when a server replays %s", async (manner) => {
    const text = (delta: string): EventInput => ({
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "m",
      delta,
    });
    const events = [
      leading,
      { type: "CUSTOM", name: "x", value: 1 },
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      ...[text("Hel"), text("lo")],
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      // Not every value is an event of the protocol.
    ] as EventInput[];
    for (const order of [
      events,
      events.with(0, events[1] as EventInput).with(1, leading as EventInput),
    ]) {
      const thread = createThread({
        threadId: "t1",
        reconnect: { firstMs: 0, longestMs: 0, attempts: 3 },
        agent: cuttableAgent(order, { cuts: [{ at: 4, how: "broken" }], manner }),
      });
      const reported: Issue[] = [];
      thread.subscribe({ onIssue: (next) => void reported.push(next) });
      await thread.send("Hi");
      const { messages, issues } = thread.getSnapshot();
      expect(messages.map(({ content }) => content)).toEqual(["Hi", "Hello"]);
      const outside = { code: "outside-run", count: 1 };
      const expected = [{ ...issue, count: 1 }, outside].toSorted(byCode);
      expect(issues.toSorted(byCode)).toMatchObject(expected);
      expect(reported.toSorted(byCode)).toMatchObject(expected);
    }
  });
});

const byCode = (a: { readonly code?: string }, b: { readonly code?: string }) =>
  `${a.code}`.localeCompare(`${b.code}`);

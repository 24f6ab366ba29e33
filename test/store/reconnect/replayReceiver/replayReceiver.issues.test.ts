import { expect, test } from "vitest";
import { createThread, type EventInput, type Issue } from "../../../../src/core.ts";
import { cuttableAgent, MANNERS } from "../cuttableAgent.ts";

test.each(MANNERS)(
  "an event that is dropped after a lost connection leaves its issue when a server replays %s",
  async (manner) => {
    const events = [
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "FUTURE_EVENT" },
      // An unknown event is no event of the protocol.
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
    // An unknown event is no event of the protocol.
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

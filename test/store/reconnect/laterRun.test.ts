import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Thread } from "../../../src/core.ts";
import { cuttableAgent } from "./cuttableAgent.ts";
import { run, text } from "./wholeRuns.ts";

const contents = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

const state = (n: number): EventInput => ({ type: "STATE_SNAPSHOT", snapshot: { n } });
const events = [
  ...run("r0", state(0), ...text("One", "m0")),
  ...run("r1", state(1), ...text("Two", "m1")),
];

/** A thread of two runs that are told again from the first after each of these numbers of events. */
const threadCutAt = (...ends: readonly number[]) =>
  createThread({
    threadId: "t1",
    reconnect: { firstMs: 1 },
    agent: cuttableAgent(events, {
      cuts: ends.map((at) => ({ at, how: "broken" })),
      manner: "from the start",
    }),
  });

describe("connect() that is told several runs, and is cut in a later one", () => {
  test("twice, tells the first run once", async () => {
    const thread = threadCutAt(9, 10);
    await thread.connect();
    expect(contents(thread)).toEqual(["One", "Two"]);
    expect(thread.getSnapshot()).toMatchObject({ state: { n: 1 }, issues: [] });
  });

  test("knows the first run still when it is called again", async () => {
    const thread = threadCutAt(9);
    await thread.connect();
    const before = thread.getSnapshot();
    await thread.connect();
    expect(contents(thread)).toEqual(["One", "Two"]);
    expect(thread.getSnapshot().state).toEqual({ n: 1 });
    expect(thread.getSnapshot().messages).toBe(before.messages);
  });
});

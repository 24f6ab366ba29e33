import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";
import { cuttableAgent } from "./cuttableAgent.ts";

const state = (n: number): EventInput => ({ type: "STATE_SNAPSHOT", snapshot: { n } });
const events = [
  ...runEvents("r0", state(0), ...assistantText("One", "m0")),
  ...runEvents("r1", state(1), ...assistantText("Two", "m1")),
];

/** Creates a thread whose connections break after these numbers of events and replay both runs. */
const createThreadCutAt = (...ends: readonly number[]) =>
  createThread({
    threadId: "t1",
    reconnect: { firstMs: 1 },
    agent: cuttableAgent(events, {
      cuts: ends.map((at) => ({ at, how: "broken" })),
      manner: "from the start",
    }),
  });

describe("connect() that is cut in the second of two replayed runs", () => {
  test("shows the first run once after two cuts", async () => {
    const thread = createThreadCutAt(9, 10);
    await thread.connect();
    expect(shownContents(thread)).toEqual(["One", "Two"]);
    expect(thread.getSnapshot()).toMatchObject({ state: { n: 1 }, issues: [] });
  });

  test("recognizes the first run when it is called again", async () => {
    const thread = createThreadCutAt(9);
    await thread.connect();
    const before = thread.getSnapshot();
    await thread.connect();
    expect(shownContents(thread)).toEqual(["One", "Two"]);
    expect(thread.getSnapshot().state).toEqual({ n: 1 });
    expect(thread.getSnapshot().messages).toBe(before.messages);
  });
});

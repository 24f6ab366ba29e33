import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { untilRested } from "../tools/calls.ts";
import { asked, FUTURE, interruptRun, NOW, no, PAST, yes } from "./interruptThread.ts";

/** Creates a thread whose clock the test controls. */
async function waiting(...expiries: readonly (string | undefined)[]) {
  const agent = scriptedAgent(
    interruptRun(expiries.map((expiresAt) => ({ ...(expiresAt && { expiresAt }) }))),
    textRun("Done"),
  );
  const clock = { at: NOW };
  const thread = createThread({ agent, now: () => clock.at });
  await thread.send("Hi");
  const answers = () => thread.getSnapshot().interrupts.map(({ answer }) => answer);
  return { agent, thread, clock, answers };
}

const AFTER = Date.parse(FUTURE);

describe("an expired interrupt", () => {
  test("cannot be resolved: the answer has the problem `expired`", async () => {
    const { agent, thread } = await asked([{ expiresAt: PAST }]);
    const before = thread.getSnapshot();
    expect(await thread.resume([yes("i1")])).toEqual([
      {
        interruptId: "i1",
        path: [],
        code: "expired",
        message: expect.stringMatching(/expired.*cancelled/),
      },
    ]);
    expect(thread.getSnapshot()).toBe(before);
    expect(agent.inputs).toHaveLength(1);
  });

  test("can be cancelled", async () => {
    const { agent, thread } = await asked([{ expiresAt: PAST }]);
    const rested = untilRested(thread);
    expect(await thread.resume([no("i1")])).toEqual([]);
    await rested;
    expect(agent.inputs[1]?.resume).toEqual([no("i1")]);
  });

  test("expires at the exact millisecond", async () => {
    const { thread, clock } = await waiting(FUTURE, undefined);
    clock.at = AFTER - 1;
    expect(await thread.resume([yes("i1")])).toEqual([]);
    clock.at = AFTER;
    expect(await thread.resume([yes("i1")])).not.toEqual([]);
  });

  test("does not expire with an invalid date", async () => {
    const { agent, thread } = await asked([{ expiresAt: "some day" }]);
    const rested = untilRested(thread);
    expect(await thread.resume([yes("i1")])).toEqual([]);
    await rested;
    expect(agent.inputs[1]?.resume).toEqual([yes("i1")]);
  });
});

describe("an answer that expires while other interrupts are open", () => {
  test("is removed when the next answer comes, and nothing is sent", async () => {
    const { agent, thread, clock, answers } = await waiting(FUTURE, undefined);
    await thread.resume([yes("i1")]);
    clock.at = AFTER;
    expect(await thread.resume([yes("i2")])).toEqual([]);
    expect(answers()).toEqual([undefined, yes("i2")]);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.store.getState().run.status).toBe("waiting");
    const rested = untilRested(thread);
    await thread.resume([no("i1")]);
    await rested;
    expect(agent.inputs[1]?.resume).toEqual([no("i1"), yes("i2")]);
  });

  test("stays when it is a cancellation", async () => {
    const { agent, thread, clock } = await waiting(FUTURE, undefined);
    await thread.resume([no("i1")]);
    clock.at = AFTER;
    const rested = untilRested(thread);
    await thread.resume([yes("i2")]);
    await rested;
    expect(agent.inputs[1]?.resume).toEqual([no("i1"), yes("i2")]);
  });

  test("is sent as a cancellation when the user sends a message", async () => {
    const { agent, thread, clock } = await waiting(FUTURE, undefined);
    await thread.resume([yes("i1")]);
    clock.at = AFTER;
    await thread.send("Never mind");
    expect(agent.inputs[1]?.resume).toEqual([no("i1"), no("i2")]);
    expect(thread.getSnapshot().answeredInterrupts.map(({ answer }) => answer)).toEqual([
      no("i1"),
      no("i2"),
    ]);
  });
});

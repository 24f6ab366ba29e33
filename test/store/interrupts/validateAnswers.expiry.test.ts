import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { untilIdle } from "../tools/calls.ts";
import {
  approve,
  cancel,
  createInterruptedThread,
  FUTURE,
  interruptRun,
  NOW,
  PAST,
} from "./interruptThread.ts";

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
    const { agent, thread } = await createInterruptedThread([{ expiresAt: PAST }]);
    const before = thread.getSnapshot();
    expect(await thread.resume([approve("i1")])).toEqual([
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
    const { agent, thread } = await createInterruptedThread([{ expiresAt: PAST }]);
    const idle = untilIdle(thread);
    expect(await thread.resume([cancel("i1")])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1")]);
  });

  test("expires at the exact millisecond", async () => {
    const { thread, clock } = await waiting(FUTURE, undefined);
    clock.at = AFTER - 1;
    expect(await thread.resume([approve("i1")])).toEqual([]);
    clock.at = AFTER;
    expect(await thread.resume([approve("i1")])).not.toEqual([]);
  });

  test("does not expire with an invalid date", async () => {
    const { agent, thread } = await createInterruptedThread([{ expiresAt: "some day" }]);
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i1")])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
  });
});

describe("an answer that expires while other interrupts are open", () => {
  test("is removed when the next answer comes, and nothing is sent", async () => {
    const { agent, thread, clock, answers } = await waiting(FUTURE, undefined);
    await thread.resume([approve("i1")]);
    clock.at = AFTER;
    expect(await thread.resume([approve("i2")])).toEqual([]);
    expect(answers()).toEqual([undefined, approve("i2")]);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.store.getState().run.status).toBe("waiting");
    const idle = untilIdle(thread);
    await thread.resume([cancel("i1")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), approve("i2")]);
  });

  test("stays when it is a cancellation", async () => {
    const { agent, thread, clock } = await waiting(FUTURE, undefined);
    await thread.resume([cancel("i1")]);
    clock.at = AFTER;
    const idle = untilIdle(thread);
    await thread.resume([approve("i2")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), approve("i2")]);
  });

  test("is sent as a cancellation when the user sends a message", async () => {
    const { agent, thread, clock } = await waiting(FUTURE, undefined);
    await thread.resume([approve("i1")]);
    clock.at = AFTER;
    await thread.send("Never mind");
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
    expect(thread.getSnapshot().answeredInterrupts.map(({ answer }) => answer)).toEqual([
      cancel("i1"),
      cancel("i2"),
    ]);
  });
});

import { describe, expect, test, vi } from "vitest";
import { runError, runStarted, type Script, textRun } from "../../../src/testing.ts";
import { untilIdle } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, NOW } from "./interruptThread.ts";

const failures: readonly [string, Script][] = [
  ["fails", [runStarted(), runError("overloaded")]],
  ["breaks off", [runStarted(), { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "So" }]],
  ["cannot be reached", () => Promise.reject(new Error("offline"))],
];

describe.each(failures)("a resumed run that %s", (_, failing) => {
  /** Creates a thread whose two interrupts were answered and whose resumed run failed. */
  async function failed() {
    const it = await createInterruptedThread([{}, {}], { after: [failing, textRun("Done")] });
    await it.thread.resume([cancel("i1")]);
    const idle = untilIdle(it.thread);
    await it.thread.resume([approve("i2", "b")]);
    await idle;
    expect(it.thread.getSnapshot().run.status).toBe("error");
    return it;
  }

  test("keeps the answers, which retry() sends again", async () => {
    const { agent, thread } = await failed();
    expect(agent.inputs).toHaveLength(2);
    expect(thread.getSnapshot().interrupts).toMatchObject([
      { id: "i1", answer: cancel("i1") },
      { id: "i2", answer: approve("i2", "b") },
    ]);
    expect((await thread.retry()).outcome).toBe("success");
    expect(agent.inputs).toHaveLength(3);
    expect(agent.inputs[2]?.resume).toEqual([cancel("i1"), approve("i2", "b")]);
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(thread.getSnapshot().answeredInterrupts).toHaveLength(2);
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual(["Hi", "Done"]);
  });

  test("accepts another answer and continues with it", async () => {
    const { agent, thread } = await failed();
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i1", "after all")])).toEqual([]);
    await idle;
    expect(agent.inputs[2]?.resume).toEqual([approve("i1", "after all"), approve("i2", "b")]);
  });

  test("is cancelled by a message, because the effect of the answers is unknown", async () => {
    const { agent, thread } = await failed();
    await thread.send("Hello?");
    expect(agent.inputs[2]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  });
});

test("cancels an answer that expired before the retry", async () => {
  let at = NOW;
  const { agent, thread } = await createInterruptedThread(
    [{ expiresAt: new Date(NOW + 1).toISOString() }],
    {
      now: () => at,
      after: [[runStarted(), runError("overloaded")], textRun("Done")],
    },
  );
  const idle = untilIdle(thread);
  await thread.resume([approve("i1")]);
  await idle;
  at += 1;
  await thread.retry();
  expect(agent.inputs.map(({ resume }) => resume)).toEqual([
    undefined,
    [approve("i1")],
    [cancel("i1")],
  ]);
});

test("keeps the answers when the resumed run is stopped", async () => {
  const { agent, thread } = await createInterruptedThread([{}], {
    after: [[runStarted(), { delayMs: 60_000 }], textRun("Done")],
  });
  const idle = untilIdle(thread);
  await thread.resume([approve("i1")]);
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  thread.stop();
  await idle;
  expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1", answer: approve("i1") }]);
  await thread.run();
  expect(agent.inputs.at(-1)?.resume).toEqual([approve("i1")]);
});

import { expect, test } from "vitest";
import { type Agent, createThread, memoryStorage } from "../../../src/core.ts";
import { runError, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { newId, openTab, waitUntilInSync } from "../tabs/tabThreads.ts";
import { call, callEvents, untilIdle, waitForSnapshot } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, interruptRun } from "./interruptThread.ts";

provideWebLocks();

test("sends no answer that was taken back until the interrupt is answered again", async () => {
  const { agent, thread } = await createInterruptedThread([{}, {}]);
  await thread.resume([approve("i1", "a")]);
  await thread.reopenInterrupt("i1");
  expect(thread.getSnapshot().interrupts[0]).toEqual({
    id: "i1",
    reason: "confirmation",
    previousAnswer: approve("i1", "a"),
  });
  await thread.resume([approve("i2", "b")]);
  expect(thread.getSnapshot().run.status).toBe("waiting");
  const idle = untilIdle(thread);
  await thread.resume([approve("i1", "c")]);
  await idle;
  expect(agent.inputs).toHaveLength(2);
  expect(agent.inputs[1]?.resume).toEqual([approve("i1", "c"), approve("i2", "b")]);
  const [answered] = thread.getSnapshot().answeredInterrupts;
  expect(answered).not.toHaveProperty("previousAnswer");
});

test("cancels an interrupt whose answer was taken back when a message is sent", async () => {
  const { agent, thread } = await createInterruptedThread([{}]);
  const { thread: other, agent: otherAgent } = await createInterruptedThread([{}, {}]);
  await other.resume([approve("i1", "a")]);
  await other.reopenInterrupt("i1");
  await other.send("Never mind");
  expect(otherAgent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  await thread.reopenInterrupt("i1");
  expect(thread.getSnapshot().interrupts[0], "there was no answer").not.toHaveProperty(
    "previousAnswer",
  );
  expect(agent.inputs).toHaveLength(1);
});

test("waits for the user again when the run that sent the answer has failed", async () => {
  const { agent, thread } = await createInterruptedThread([{}, {}], {
    after: [[runStarted(), runError("overloaded")], textRun("Done")],
  });
  const failed = untilIdle(thread);
  await thread.resume([approve("i1", "a"), approve("i2", "b")]);
  await failed;
  expect(thread.getSnapshot().run.status).toBe("error");
  await thread.reopenInterrupt("i2");
  expect(thread.getSnapshot().run.status).toBe("waiting");
  const idle = untilIdle(thread);
  await thread.resume([cancel("i2")]);
  await idle;
  expect(agent.inputs[2]?.resume).toEqual([approve("i1", "a"), cancel("i2")]);
});

test("does not take an answer back that a run sends", async () => {
  const { agent, thread } = await createInterruptedThread([{}]);
  const idle = untilIdle(thread);
  await thread.resume([approve("i1", "a")]);
  await thread.reopenInterrupt("i1");
  await idle;
  expect(agent.inputs[1]?.resume).toEqual([approve("i1", "a")]);
});

test("takes an answer back in all tabs and after a reload", async () => {
  const storage = memoryStorage();
  const id = newId();
  const agents = [scriptedAgent(interruptRun([{}, {}])), scriptedAgent(textRun("Done"))] as const;
  const first = await openTab(agents[0], storage, id);
  const second = await openTab(agents[1], storage, id);
  await first.send("Hi");
  await first.resume([approve("i1", "a")]);
  await waitUntilInSync(first, second);
  await first.reopenInterrupt("i1");
  await waitUntilInSync(first, second);
  await second.resume([approve("i2", "b")]);
  await waitUntilInSync(first, second);
  expect(agents[1].inputs, "the first tab changes its answer").toHaveLength(0);
  const reloaded = createThread({ agent: scriptedAgent([]), threadId: id, storage });
  await expect.poll(() => reloaded.getSnapshot().isRestoring).toBe(undefined);
  expect(reloaded.getSnapshot().interrupts).toMatchObject([
    { previousAnswer: approve("i1", "a") },
    { answer: approve("i2", "b") },
  ]);
  reloaded.dispose();
  const idle = untilIdle(second);
  await second.resume([approve("i1", "c")]);
  await idle;
  expect(agents[1].inputs[0]?.resume).toEqual([approve("i1", "c"), approve("i2", "b")]);
});

test("sends no answer that is taken back after the last tool of the turn has ended", async () => {
  const agent = scriptedAgent(interruptRun([{}], ...callEvents([call("work")])), textRun("Done"));
  const thread = createThread({ agent });
  const gate = createDeferred<string>();
  thread.registerTool({ name: "work", handler: () => gate.promise });
  const ended = thread.send("Hi");
  await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
  await thread.resume([approve("i1", "a")]);
  gate.resolve("worked");
  await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "complete");
  // The thread waits for React before it runs the agent.
  for (let task = 0; task < 20; task++) await Promise.resolve();
  expect(thread.getSnapshot().run.status).toBe("executing");
  await thread.reopenInterrupt("i1");
  await ended;
  expect(agent.inputs).toHaveLength(1);
  expect(thread.getSnapshot().run.status).toBe("waiting");
  const idle = untilIdle(thread);
  await thread.resume([approve("i1", "b")]);
  await idle;
  expect(agent.inputs[1]?.resume).toEqual([approve("i1", "b")]);
});

/** Opens two tabs whose interrupts `i1` and `i2` wait; `i1` is answered. The run with the answers waits for `gate`. */
async function openAnsweredTabs() {
  const storage = memoryStorage();
  const id = newId();
  const gate = createDeferred<void>();
  const scripted = scriptedAgent(interruptRun([{}, {}]), textRun("Done"));
  const agent: Agent = {
    async *run(input, options) {
      if (input.resume) await gate.promise;
      yield* scripted.run(input, options);
    },
  };
  const first = await openTab(agent, storage, id);
  const second = await openTab(scriptedAgent([]), storage, id);
  await first.send("Hi");
  await first.resume([approve("i1", "a")]);
  await waitUntilInSync(first, second);
  return { inputs: scripted.inputs, gate, first, second };
}

/** Delays all locks. @returns The function that grants them. */
function delayLocks(): () => void {
  const { locks } = navigator;
  const gate = createDeferred<void>();
  const request = async (name: string, _: LockOptions, callback: LockGrantedCallback<unknown>) => {
    await gate.promise;
    return locks.request(name, callback);
  };
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
  return () => {
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
    gate.resolve();
  };
}

test("sends no answer that is taken back in another tab before the run starts", async () => {
  const { inputs, gate, first, second } = await openAnsweredTabs();
  gate.resolve();
  const grantLocks = delayLocks();
  await first.resume([approve("i2", "b")]);
  await waitUntilInSync(first, second);
  await second.reopenInterrupt("i1");
  await waitUntilInSync(first, second);
  expect(first.getSnapshot().interrupts[0]).not.toHaveProperty("answer");
  grantLocks();
  // The thread accepts an answer again as soon as its turn has ended.
  const answerAgain = () => first.resume([approve("i1", "c")]);
  await expect.poll(answerAgain, { timeout: 5_000 }).toEqual([]);
  await expect.poll(() => inputs).toHaveLength(2);
  expect(inputs[1]?.resume).toEqual([approve("i1", "c"), approve("i2", "b")]);
});

test("does not take an answer back that the run of another tab sends", async () => {
  const { inputs, gate, first, second } = await openAnsweredTabs();
  const idle = untilIdle(first);
  await first.resume([approve("i2", "b")]);
  await expect.poll(() => second.getSnapshot().run.status).toBe("submitted");
  await second.reopenInterrupt("i1");
  // The edit arrives after anything that the second tab has posted before.
  second.setState({ note: "later" });
  await expect.poll(() => first.getSnapshot().visibleState).toEqual({ note: "later" });
  expect(first.getSnapshot().interrupts[0]?.answer).toEqual(approve("i1", "a"));
  gate.resolve();
  await idle;
  await waitUntilInSync(first, second);
  expect(inputs[1]?.resume).toEqual([approve("i1", "a"), approve("i2", "b")]);
});

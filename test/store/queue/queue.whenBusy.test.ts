import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { waitForSnapshot } from "../tools/calls.ts";
import { busyThread, idOf, lastUserTexts, waiting } from "./queuedThread.ts";

describe("whenBusy", () => {
  test("`interrupt` stops the current run and sends at once", async () => {
    const { agent, thread, first } = await busyThread();
    const second = thread.send("second", { whenBusy: "interrupt" });
    expect(await first).toMatchObject({ outcome: "cancelled" });
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "second"]);
    await agent.finish();
    expect(await second).toBeDefined();
  });

  test("`interrupt` twice at once sends the last message", async () => {
    const { agent, thread } = await busyThread();
    const second = thread.send("second", { whenBusy: "interrupt" });
    const third = thread.send("third", { whenBusy: "interrupt" });
    expect(await second).toMatchObject({ outcome: "cancelled" });
    await agent.started();
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "third" });
    await agent.finish();
    await third;
  });

  test("`interrupt` sends before queued messages", async () => {
    const { agent, thread, sends, end } = await busyThread("a");
    const urgent = thread.send("urgent", { whenBusy: "interrupt" });
    await vi.waitFor(() => expect(lastUserTexts(agent)).toEqual(["first", "urgent"]));
    await end();
    await urgent;
    await end();
    await sends[0];
    expect(lastUserTexts(agent)).toEqual(["first", "urgent", "a"]);
  });

  test("`interrupt` sends before queued messages also when the run has just succeeded", async () => {
    const { agent, thread, end } = await busyThread("a");
    const { threadId, runId } = await agent.started();
    await agent.emit(
      { type: "RUN_STARTED", threadId, runId },
      { type: "RUN_FINISHED", threadId, runId },
    );
    const urgent = thread.send("urgent", { whenBusy: "interrupt" });
    await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
    expect(lastUserTexts(agent)).toEqual(["first", "urgent"]);
    await end();
    await urgent;
    await end();
    expect(lastUserTexts(agent)).toEqual(["first", "urgent", "a"]);
  });

  test("`reject` throws and is the default", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const first = thread.send("first");
    await agent.started();
    const busy = { code: "thread-busy" };
    await expect(thread.send("second", { whenBusy: "reject" })).rejects.toMatchObject(busy);
    await expect(thread.send("second")).rejects.toMatchObject(busy);
    expect(waiting(thread)).toEqual([]);
    await agent.finish();
    await first;
  });

  test("sends at once on an idle thread, whatever its value", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    for (const whenBusy of ["queue", "interrupt", "reject"] as const) {
      await thread.send(whenBusy, { whenBusy });
    }
    expect(lastUserTexts(agent)).toEqual(["queue", "interrupt", "reject"]);
  });

  test("applies to all threads when set on a client", async () => {
    const agent = manualAgent();
    const thread = createAgentClient({ agent, whenBusy: "queue" }).thread();
    const first = thread.send("first");
    await agent.started();
    void thread.send("second");
    await waitForSnapshot(thread, ({ queue }) => queue.length === 1);
    const rejected = thread.send("third", { whenBusy: "reject" });
    await expect(rejected).rejects.toMatchObject({ code: "thread-busy" });
    thread.stop();
    await first;
  });
});

test("rejects queued messages when the thread is disposed", async () => {
  const { thread, sends } = await busyThread("a", "b");
  thread.dispose();
  expect(await Promise.allSettled(sends)).toMatchObject([
    { status: "rejected", reason: { code: "thread-disposed" } },
    { status: "rejected", reason: { code: "thread-disposed" } },
  ]);
});

test("keeps a stored queue waiting for the user", async () => {
  const { thread: before, agent: gone } = await busyThread("a", "b");
  const stored = JSON.parse(JSON.stringify(before.getSnapshot()));
  before.stop();
  expect(gone.signal?.aborted).toBe(true);
  const agent = scriptedAgent(textRun("Good"));
  const thread = createThread({ agent, snapshot: stored });
  expect(waiting(thread)).toEqual(["a", "b"]);
  await thread.moveQueued(idOf(thread, "b"), 0);
  expect(agent.inputs).toHaveLength(0);
  await thread.sendQueued(idOf(thread, "b"));
  await waitForSnapshot(thread, ({ queue, run }) => queue.length === 0 && run.status === "idle");
  expect(lastUserTexts(agent)).toEqual(["b", "a"]);
});

test("sends a stored queue after the next successful run", async () => {
  const first = createThread({ agent: manualAgent(), whenBusy: "queue" });
  const ended = first.send("One");
  void first.send("Two").catch(() => {});
  await vi.waitFor(() => expect(first.getSnapshot().queue).toHaveLength(1));
  const stored = JSON.parse(JSON.stringify(first.getSnapshot()));
  first.dispose();
  await ended;

  const agent = scriptedAgent(textRun("Hi"));
  const thread = createThread({ agent, snapshot: stored });
  expect(thread.getSnapshot().queue).toHaveLength(1);
  await thread.send("Three");
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  expect(agent.inputs[1]?.messages.at(-1)).toMatchObject({ content: "Two" });
  expect(thread.getSnapshot().queue).toEqual([]);
});

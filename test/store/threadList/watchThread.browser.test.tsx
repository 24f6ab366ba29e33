import { expect, onTestFinished, test } from "vitest";
import { memoryStorage } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { openListTab } from "./openListTab.ts";

const idleItem = { isRunning: false, needsInput: false };
const record = { version: 1, threadId: "t1", createdAt: 1, updatedAt: 2, isRunning: true };

/** Holds a lock from an iframe, as another tab does that runs a thread. */
async function holdElsewhere(name: string) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const locks = frame.contentWindow?.navigator.locks;
  await new Promise<void>((resolve) => {
    void locks?.request(name, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  return frame;
}

test("marks a thread as running during each run in another tab", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const running = openListTab(storage, agent);
  const open = openListTab(storage);
  await Promise.all([running.settled(), open.settled()]);
  const thread = running.client.thread({ threadId: "t1" });
  for (const text of ["One", "Two"]) {
    const run = thread.send(text);
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
    const laterTab = openListTab(storage);
    await expect.poll(() => laterTab.listed("t1")?.isRunning).toBe(true);
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await run;
    await expect.poll(() => open.listed("t1")).toMatchObject(idleItem);
    await expect.poll(() => laterTab.listed("t1")).toMatchObject(idleItem);
  }
});

test("marks a thread as idle after a crash of the tab that ran the thread, in open and new tabs", async () => {
  const storage = memoryStorage();
  await storage.saveRecord(record);
  const frame = await holdElsewhere(`agui-kit:${storage.id}:t1`);
  const open = openListTab(storage);
  await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
  frame.remove();
  await expect.poll(() => open.listed("t1")).toMatchObject(idleItem);
  // The stored record is unchanged since the crash.
  expect(await storage.list()).toEqual([record]);
  const laterTab = openListTab(storage);
  await laterTab.settled();
  expect(laterTab.listed("t1")).toMatchObject(idleItem);
});

test("keeps a thread marked as running when its next run starts as soon as its lock is free", async () => {
  const storage = memoryStorage();
  await storage.saveRecord(record);
  const name = `agui-kit:${storage.id}:t1`;
  const first = await holdElsewhere(name);
  const open = openListTab(storage);
  await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
  const marks: unknown[] = [];
  onTestFinished(open.directory.subscribe(() => marks.push(open.listed("t1")?.isRunning)));
  const waiting = async () => {
    const { pending = [] } = await navigator.locks.query();
    return pending.filter((lock) => lock.name === name).map(({ mode }) => mode);
  };
  const next = holdElsewhere(name);
  await expect.poll(waiting).toContain("exclusive");
  first.remove();
  const second = await next;
  // The listing tab has read the record again when it requests the lock again.
  await expect.poll(waiting).toEqual(["shared"]);
  expect(marks).toEqual([]);
  second.remove();
  await expect.poll(() => open.listed("t1")).toMatchObject(idleItem);
});

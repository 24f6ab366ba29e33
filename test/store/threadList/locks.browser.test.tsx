import { expect, onTestFinished, test } from "vitest";
import { memoryStorage } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { openPage } from "./page.ts";

const atRest = { isRunning: false, needsInput: false };
const record = { version: 1, threadId: "t1", createdAt: 1, updatedAt: 2, isRunning: true };

/** Another page of this browser that holds a lock, as one does that runs a thread. */
async function holdElsewhere(name: string) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const locks = frame.contentWindow?.navigator.locks;
  await new Promise<void>((held) => {
    void locks?.request(name, () => {
      held();
      return new Promise(() => {});
    });
  });
  return frame;
}

test("a thread that runs in another page is marked until its turn is over, and again with the next", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const running = openPage(storage, agent);
  const open = openPage(storage);
  await Promise.all([running.settled(), open.settled()]);
  const thread = running.client.thread({ threadId: "t1" });
  for (const text of ["One", "Two"]) {
    const run = thread.send(text);
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
    const late = openPage(storage);
    await expect.poll(() => late.listed("t1")?.isRunning).toBe(true);
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await run;
    await expect.poll(() => open.listed("t1")).toMatchObject(atRest);
    await expect.poll(() => late.listed("t1")).toMatchObject(atRest);
  }
});

test("a page that runs a thread and is gone all at once leaves it at rest, where it was open and later", async () => {
  const storage = memoryStorage();
  await storage.saveRecord(record);
  const frame = await holdElsewhere(`agui-kit:${storage.id}:t1`);
  const open = openPage(storage);
  await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
  frame.remove();
  await expect.poll(() => open.listed("t1")).toMatchObject(atRest);
  // What is stored of it has been written by nobody since.
  expect(await storage.list()).toEqual([record]);
  const late = openPage(storage);
  await late.settled();
  expect(late.listed("t1")).toMatchObject(atRest);
});

test("a thread that runs again when its lock is free is marked all the while", async () => {
  const storage = memoryStorage();
  await storage.saveRecord(record);
  const name = `agui-kit:${storage.id}:t1`;
  const first = await holdElsewhere(name);
  const open = openPage(storage);
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
  // The page that lists it has looked again when it waits for the lock once more.
  await expect.poll(waiting).toEqual(["shared"]);
  expect(marks).toEqual([]);
  second.remove();
  await expect.poll(() => open.listed("t1")).toMatchObject(atRest);
});

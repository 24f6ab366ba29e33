import { expect, onTestFinished, test } from "vitest";
import { createAgentClient, memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { threadListOf } from "../../../src/store/threadList/threadList.ts";
import { manualAgent } from "../../../src/testing.ts";
import { countChannels } from "../tabs/countChannels.ts";
import { answering, openPage } from "./page.ts";

test("what is begun, named, archived and read in one page is so in the other", async () => {
  const storage = memoryStorage();
  const one = openPage(storage);
  const two = openPage(storage);
  await Promise.all([one.settled(), two.settled()]);
  await one.client.thread({ threadId: "t1" }).send("Hello");
  await expect.poll(two.titles).toEqual(["Hello"]);
  await expect.poll(() => two.directory.getState().threads[0]?.isUnread).toBe(true);
  await two.directory.rename("t1", "Named");
  await expect.poll(one.titles).toEqual(["Named"]);
  await one.client.thread({ threadId: "t1" }).send("More");
  expect(one.titles(), "a name stays").toEqual(["Named"]);
  await one.directory.archive("t1", true);
  await expect.poll(() => two.directory.getState().threads[0]?.isArchived).toBe(true);
  one.directory.markVisible("t1");
  await expect.poll(() => two.directory.getState().threads[0]?.isUnread).toBe(false);
});

test("a server that renders opens no channel to other pages", async () => {
  const channels = countChannels();
  const client = createAgentClient({ agent: answering, storage: memoryStorage() });
  onTestFinished(() => client.dispose());
  threadListOf(client);
  const thread = client.thread({ threadId: "t1" });
  await expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);
  expect(channels.names).not.toContain("agui-kit:threads");
});

test("what could not be removed is listed again, and can be opened and used", async () => {
  const kept = memoryStorage();
  let isFailing = true;
  const page = openPage({
    ...kept,
    delete: (id) => (isFailing ? Promise.reject(new Error("No.")) : kept.delete(id)),
  });
  await page.settled();
  const thread = page.client.thread({ threadId: "t1" });
  await thread.send("Hello");
  await expect.poll(() => thread.isStored()).toBe(true);
  await expect(page.directory.remove("t1")).rejects.toThrow("No.");
  expect(page.titles()).toEqual(["Hello"]);
  expect(page.directory.isRemoved("t1")).toBe(false);
  const again = page.client.thread({ threadId: "t1" });
  await again.send("More");
  expect(again.getSnapshot().messages).toHaveLength(4);
  await expect.poll(() => again.isStored()).toBe(true);
  expect((await kept.list())[0]).toMatchObject({ threadId: "t1", isRunning: false });
  isFailing = false;
  await page.directory.remove("t1");
  expect(page.titles()).toEqual([]);
  expect(await kept.list()).toEqual([]);
});

test("what was before a person to its end is not new to them after a reload", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const page = openPage(storage, agent);
  await page.settled();
  page.directory.markVisible("t1");
  const run = page.client.thread({ threadId: "t1" }).send("Hello");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  const stored = async () => (await storage.list())[0];
  await expect.poll(stored).toMatchObject({ isRunning: true });
  // The clock tells the end of the run from its beginning.
  const begun = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(begun);
  await agent.emit({ type: "RUN_FINISHED", threadId, runId });
  await agent.finish();
  await run;
  await expect.poll(stored).toMatchObject({ isRunning: false });
  const reloaded = openPage(storage);
  await reloaded.settled();
  expect(reloaded.listed("t1")).toMatchObject({ isUnread: false });
});

test("a thread that is removed while another page runs it does not come back", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const one = openPage(storage);
  const two = openPage(storage, agent);
  await Promise.all([one.settled(), two.settled()]);
  const thread = two.client.thread({ threadId: "t1" });
  const run = thread.send("Slow");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  await expect.poll(one.titles).toEqual(["Slow"]);
  await one.directory.remove("t1");
  expect(one.titles()).toEqual([]);
  await expect.poll(two.titles).toEqual([]);
  expect(two.client.threads()).toEqual([]);
  expect(two.directory.isRemoved("t1")).toBe(true);
  await expect(run).resolves.toMatchObject({ outcome: "cancelled" });
  await expect.poll(() => storage.load("t1")).toBe(undefined);
  expect(await storage.list()).toEqual([]);
});

test("a thread of the same id in another storage is left alone", async () => {
  const one = openPage(memoryStorage());
  const two = openPage(memoryStorage());
  await Promise.all([one.settled(), two.settled()]);
  await one.client.thread({ threadId: "t1" }).send("Mine");
  // The clock tells them apart.
  const { updatedAt } = one.directory.getState().threads[0] ?? { updatedAt: 0 };
  await expect.poll(() => Date.now()).toBeGreaterThan(updatedAt);
  await two.client.thread({ threadId: "t1" }).send("Other");
  await expect.poll(two.titles).toEqual(["Other"]);
  await one.directory.remove("t1");
  await one.client.thread({ threadId: "t2" }).send("Next");
  await expect.poll(one.titles).toEqual(["Next"]);
  // Words arrive in order: that of the removal has been heard before this one.
  const three = openPage(two.client.storage as ThreadStorage);
  await three.settled();
  expect(two.titles()).toEqual(["Other"]);
  expect(three.titles()).toEqual(["Other"]);
});

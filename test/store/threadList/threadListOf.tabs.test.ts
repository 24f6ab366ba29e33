import { expect, onTestFinished, test } from "vitest";
import { createAgentClient, memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { manualAgent } from "../../../src/testing.ts";
import { countChannels } from "../tabs/countChannels.ts";
import { answeringAgent, openListTab } from "./openListTab.ts";

test("shows a new, renamed, archived or read thread in the other tab", async () => {
  const storage = memoryStorage();
  const one = openListTab(storage);
  const two = openListTab(storage);
  await Promise.all([one.settled(), two.settled()]);
  await one.client.thread({ threadId: "t1" }).send("Hello");
  await expect.poll(two.titles).toEqual(["Hello"]);
  await expect.poll(() => two.directory.getState().threads[0]?.isUnread).toBe(true);
  await two.directory.rename("t1", "Named");
  await expect.poll(one.titles).toEqual(["Named"]);
  await one.client.thread({ threadId: "t1" }).send("More");
  expect(one.titles(), "the custom title remains").toEqual(["Named"]);
  await one.directory.archive("t1", true);
  await expect.poll(() => two.directory.getState().threads[0]?.isArchived).toBe(true);
  one.directory.markVisible("t1");
  await expect.poll(() => two.directory.getState().threads[0]?.isUnread).toBe(false);
});

test("opens no channel to other tabs when a server renders", async () => {
  const channels = countChannels();
  const client = createAgentClient({ agent: answeringAgent, storage: memoryStorage() });
  onTestFinished(() => client.dispose());
  threadListOf(client);
  const thread = client.thread({ threadId: "t1" });
  await expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);
  expect(channels.names).not.toContain("agui-kit:threads");
});

test("lists a thread again that could not be removed, and the thread can be used", async () => {
  const inner = memoryStorage();
  let isFailing = true;
  const tab = openListTab({
    ...inner,
    delete: (id) => (isFailing ? Promise.reject(new Error("No.")) : inner.delete(id)),
  });
  await tab.settled();
  const thread = tab.client.thread({ threadId: "t1" });
  await thread.send("Hello");
  await expect.poll(() => thread.isStored()).toBe(true);
  await expect(tab.directory.remove("t1")).rejects.toThrow("No.");
  expect(tab.titles()).toEqual(["Hello"]);
  expect(tab.directory.isRemoved("t1")).toBe(false);
  const again = tab.client.thread({ threadId: "t1" });
  await again.send("More");
  expect(again.getSnapshot().messages).toHaveLength(4);
  await expect.poll(() => again.isStored()).toBe(true);
  expect((await inner.list())[0]).toMatchObject({ threadId: "t1", isRunning: false });
  isFailing = false;
  await tab.directory.remove("t1");
  expect(tab.titles()).toEqual([]);
  expect(await inner.list()).toEqual([]);
});

test("a run that its user has seen to the end is not unread after a reload", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const tab = openListTab(storage, agent);
  await tab.settled();
  tab.directory.markVisible("t1");
  const run = tab.client.thread({ threadId: "t1" }).send("Hello");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  const stored = async () => (await storage.list())[0];
  await expect.poll(stored).toMatchObject({ isRunning: true });
  // Gives the end of the run a later time than its start.
  const begun = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(begun);
  await agent.emit({ type: "RUN_FINISHED", threadId, runId });
  await agent.finish();
  await run;
  await expect.poll(stored).toMatchObject({ isRunning: false });
  const reloaded = openListTab(storage);
  await reloaded.settled();
  expect(reloaded.listed("t1")).toMatchObject({ isUnread: false });
});

test("a thread that is removed while another tab runs it stays removed", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const one = openListTab(storage);
  const two = openListTab(storage, agent);
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

test("removing a thread leaves a thread with the same id in another storage unchanged", async () => {
  const one = openListTab(memoryStorage());
  const two = openListTab(memoryStorage());
  await Promise.all([one.settled(), two.settled()]);
  await one.client.thread({ threadId: "t1" }).send("Mine");
  // Gives the two threads different times.
  const { updatedAt } = one.directory.getState().threads[0] ?? { updatedAt: 0 };
  await expect.poll(() => Date.now()).toBeGreaterThan(updatedAt);
  await two.client.thread({ threadId: "t1" }).send("Other");
  await expect.poll(two.titles).toEqual(["Other"]);
  await one.directory.remove("t1");
  await one.client.thread({ threadId: "t2" }).send("Next");
  await expect.poll(one.titles).toEqual(["Next"]);
  // Messages arrive in order, so the removal has arrived before the new thread.
  const three = openListTab(two.client.storage as ThreadStorage);
  await three.settled();
  expect(two.titles()).toEqual(["Other"]);
  expect(three.titles()).toEqual(["Other"]);
});

// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  createAgentClient,
  localThreadStorage,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import "../../../src/store/persistence/persistThread.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { SmallStorage } from "../persistence/smallStorage.ts";
import { recordOf } from "../persistence/storedSamples.ts";
import { answeringAgent, openListTab } from "./openListTab.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a storage whose next `list` call can be answered by the test. */
function createListingStorage(inner: ThreadStorage) {
  let next: (() => ReturnType<ThreadStorage["list"]>) | undefined;
  let lists = 0;
  const storage: ThreadStorage = {
    ...inner,
    list() {
      lists += 1;
      const answer = next ?? inner.list;
      next = undefined;
      return answer();
    },
  };
  const answerNext = (answer: () => ReturnType<ThreadStorage["list"]>) => {
    next = answer;
  };
  return { storage, lists: () => lists, answerNext };
}

test("keeps a thread listed and loaded when its record becomes unreadable", async () => {
  const webStorage = new SmallStorage();
  const tab = openListTab(localThreadStorage({ storage: webStorage }));
  await tab.settled();
  const thread = tab.client.thread({ threadId: "t1" });
  await thread.send("Hello");
  await expect.poll(() => thread.isStored()).toBe(true);
  webStorage.texts.set("agui-kit:record:t1", "{");
  window.dispatchEvent(new Event("resume"));
  await expect.poll(() => tab.listed("t1")?.title).not.toBe("Hello");
  expect(tab.client.threads()).toEqual([thread]);
  expect(tab.directory.isRemoved("t1")).toBe(false);
});

test("removes a thread that is missing from the list only when none of its data is stored", async () => {
  const inner = memoryStorage();
  for (const id of ["t1", "t2", "t3"]) await inner.saveRecord(recordOf(id));
  await inner.append("t1", 0, [{ type: "CUSTOM", name: "said", value: 1 } as never]);
  const { snapshot } = { snapshot: { position: 0, snapshot: { messages: [] } as never } };
  await inner.saveSnapshot("t2", "base", snapshot);
  const { storage, answerNext } = createListingStorage(inner);
  const records = threadRecords(storage);
  const removed: string[] = [];
  onTestFinished(records.subscribe(({ removedId }) => removedId && removed.push(removedId)));
  await records.readRecords();
  answerNext(async () => []);
  window.dispatchEvent(new Event("resume"));
  await expect.poll(() => removed).toEqual(["t3"]);
  expect(records.listRecords().map(({ threadId }) => threadId)).toEqual(["t1", "t2"]);
});

test("keeps a change to a thread that is made while the removal by another tab is read", async () => {
  const inner = memoryStorage();
  await inner.saveRecord(recordOf("t1"));
  const { storage, lists, answerNext } = createListingStorage(inner);
  const records = threadRecords(storage);
  onTestFinished(records.subscribe(() => {}));
  await records.readRecords();
  await inner.delete("t1");
  let answer = () => {};
  answerNext(() => new Promise((resolve) => (answer = () => resolve([]))));
  window.dispatchEvent(new Event("resume"));
  await expect.poll(lists).toBe(2);
  const change = records.changeRecord("t1", { title: "Mine" });
  answer();
  await Promise.all([change, records.readRecords()]);
  expect(records.get("t1")?.title).toBe("Mine");
});

test("deletes entries again that a tab has written before it receives the removal of the thread", async () => {
  const inner = memoryStorage();
  const deleted: string[] = [];
  const records = threadRecords({
    ...inner,
    async delete(threadId) {
      deleted.push(threadId);
    },
  });
  for (const threadId of ["t1", "t2"]) await records.changeRecord(threadId, { createdAt: 5 });
  const seat = records.registerWriter("t1");
  onTestFinished(() => seat.releaseWriter());
  const other = new BroadcastChannel("agui-kit:threads");
  onTestFinished(() => other.close());
  for (const threadId of ["t2", "t1"])
    other.postMessage({ type: "removed", threadId, createdAt: 5 });
  await expect.poll(() => seat.isRemoved()).toBe(true);
  expect(deleted).toEqual(["t1"]);
});

test("reports a list that is never returned, and loads the list again on reload", async () => {
  vi.useFakeTimers();
  const inner = memoryStorage();
  const { storage, answerNext } = createListingStorage(inner);
  answerNext(() => new Promise(() => {}));
  const client = createAgentClient({ agent: answeringAgent, storage });
  onTestFinished(() => client.dispose());
  const directory = threadListOf(client);
  onTestFinished(directory.subscribe(() => {}));
  const thread = client.thread({ threadId: "t1" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(directory.getState()).toMatchObject({ isLoading: false, error: { code: "storage" } });
  await vi.waitFor(() => expect(thread.getSnapshot().isRestoring).toBe(undefined));
  await thread.send("Hello");
  await vi.advanceTimersByTimeAsync(60_000);
  directory.reload();
  await vi.advanceTimersByTimeAsync(0);
  expect(directory.getState()).toMatchObject({ isLoading: false, error: undefined });
  expect(thread.isStored()).toBe(true);
  expect((await inner.load("t1"))?.entries.length).toBeGreaterThan(0);
});

test("keeps all other fields of a record that is renamed while the list cannot be read", async () => {
  const inner = memoryStorage();
  await inner.saveRecord(recordOf("t1", { title: "Old", isArchived: true, createdAt: 5 }));
  const { storage, answerNext } = createListingStorage(inner);
  answerNext(() => Promise.reject(new Error("offline")));
  const tab = openListTab(storage);
  await expect.poll(() => tab.directory.getState().error?.code).toBe("storage");
  await tab.directory.rename("t1", "New");
  const renamed = { title: "New", hasCustomTitle: true, isArchived: true, createdAt: 5 };
  expect(await inner.list()).toMatchObject([renamed]);
  expect(tab.listed("t1")).toMatchObject({ title: "New", isArchived: true });
});

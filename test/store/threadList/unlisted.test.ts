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
import { threadListOf } from "../../../src/store/threadList/threadList.ts";
import { recordOf } from "../persistence/samples.ts";
import { SmallStorage } from "../persistence/smallStorage.ts";
import { answering, openPage } from "./page.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Answers in place of `list` what the test says the next time it is asked. */
function listing(kept: ThreadStorage) {
  let next: (() => ReturnType<ThreadStorage["list"]>) | undefined;
  let lists = 0;
  const storage: ThreadStorage = {
    ...kept,
    list() {
      lists += 1;
      const answer = next ?? kept.list;
      next = undefined;
      return answer();
    },
  };
  const answerNext = (answer: () => ReturnType<ThreadStorage["list"]>) => {
    next = answer;
  };
  return { storage, lists: () => lists, answerNext };
}

test("a thread whose record becomes unreadable stays listed and loaded", async () => {
  const place = new SmallStorage();
  const page = openPage(localThreadStorage({ storage: place }));
  await page.settled();
  const thread = page.client.thread({ threadId: "t1" });
  await thread.send("Hello");
  await expect.poll(() => thread.isStored()).toBe(true);
  place.texts.set("agui-kit:record:t1", "{");
  window.dispatchEvent(new Event("resume"));
  await expect.poll(() => page.listed("t1")?.title).not.toBe("Hello");
  expect(page.client.threads()).toEqual([thread]);
  expect(page.directory.isRemoved("t1")).toBe(false);
});

test("what a list leaves out is removed only where nothing of it is stored", async () => {
  const kept = memoryStorage();
  for (const id of ["t1", "t2", "t3"]) await kept.saveRecord(recordOf(id));
  await kept.append("t1", 0, [{ type: "CUSTOM", name: "said", value: 1 } as never]);
  const { snapshot } = { snapshot: { position: 0, snapshot: { messages: [] } as never } };
  await kept.saveSnapshot("t2", "base", snapshot);
  const { storage, answerNext } = listing(kept);
  const records = threadRecords(storage);
  const removed: string[] = [];
  onTestFinished(records.subscribe(({ removedId }) => removedId && removed.push(removedId)));
  await records.load();
  answerNext(async () => []);
  window.dispatchEvent(new Event("resume"));
  await expect.poll(() => removed).toEqual(["t3"]);
  expect(records.all().map(({ threadId }) => threadId)).toEqual(["t1", "t2"]);
});

test("what is done to a thread while another page's removal is read stays", async () => {
  const kept = memoryStorage();
  await kept.saveRecord(recordOf("t1"));
  const { storage, lists, answerNext } = listing(kept);
  const records = threadRecords(storage);
  onTestFinished(records.subscribe(() => {}));
  await records.load();
  await kept.delete("t1");
  let answer = () => {};
  answerNext(() => new Promise((resolve) => (answer = () => resolve([]))));
  window.dispatchEvent(new Event("resume"));
  await expect.poll(lists).toBe(2);
  const change = records.change("t1", { title: "Mine" });
  answer();
  await Promise.all([change, records.load()]);
  expect(records.get("t1")?.title).toBe("Mine");
});

test("a page that hears of a removal removes what it has written meanwhile", async () => {
  const kept = memoryStorage();
  const deleted: string[] = [];
  const records = threadRecords({
    ...kept,
    async delete(threadId) {
      deleted.push(threadId);
    },
  });
  for (const threadId of ["t1", "t2"]) await records.change(threadId, { createdAt: 5 });
  const seat = records.registerWriter("t1");
  onTestFinished(() => seat.release());
  const other = new BroadcastChannel("agui-kit:threads");
  onTestFinished(() => other.close());
  for (const threadId of ["t2", "t1"])
    other.postMessage({ type: "removed", threadId, createdAt: 5 });
  await expect.poll(() => seat.isRemoved()).toBe(true);
  expect(deleted).toEqual(["t1"]);
});

test("a list that is never answered is said to be missing, and asked for again", async () => {
  vi.useFakeTimers();
  const kept = memoryStorage();
  const { storage, answerNext } = listing(kept);
  answerNext(() => new Promise(() => {}));
  const client = createAgentClient({ agent: answering, storage });
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
  expect((await kept.load("t1"))?.entries.length).toBeGreaterThan(0);
});

test("what is renamed while the list cannot be read keeps all else that its record says", async () => {
  const kept = memoryStorage();
  await kept.saveRecord(recordOf("t1", { title: "Old", isArchived: true, createdAt: 5 }));
  const { storage, answerNext } = listing(kept);
  answerNext(() => Promise.reject(new Error("offline")));
  const page = openPage(storage);
  await expect.poll(() => page.directory.getState().error?.code).toBe("storage");
  await page.directory.rename("t1", "New");
  const renamed = { title: "New", hasCustomTitle: true, isArchived: true, createdAt: 5 };
  expect(await kept.list()).toMatchObject([renamed]);
  expect(page.listed("t1")).toMatchObject({ title: "New", isArchived: true });
});

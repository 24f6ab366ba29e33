// @vitest-environment jsdom
import { expect, onTestFinished, test } from "vitest";
import { createAgentClient, memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import { threadListOf } from "../../../src/store/threadList/threadListOf.ts";
import { recordOf } from "../persistence/storedSamples.ts";
import { countChannels } from "../tabs/countChannels.ts";
import { answeringAgent, openListTab } from "./openListTab.ts";

const CHANNEL = "agui-kit:threads";

/** Creates a storage that counts the reads of its records. */
function createCountingStorage(inner: ThreadStorage = memoryStorage()) {
  let lists = 0;
  const storage: ThreadStorage = {
    ...inner,
    list() {
      lists += 1;
      return inner.list();
    },
  };
  return { inner, storage, lists: () => lists };
}

/** Resolves when all current microtasks and their continuations have run. */
const flushMicrotasks = () =>
  new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

test("a list has one open channel from its first subscriber to its last, also after a new subscription", async () => {
  const channels = countChannels();
  const { storage, lists } = createCountingStorage();
  const client = createAgentClient({ agent: answeringAgent, storage });
  onTestFinished(() => client.dispose());
  const directory = threadListOf(client);
  expect(channels.names, "a list without subscribers opens no channel").toEqual([]);
  // Subscribes and unsubscribes, as the double mount of React does.
  directory.subscribe(() => {})();
  const unsubscribe = directory.subscribe(() => {});
  await flushMicrotasks();
  expect(channels.names).toEqual([CHANNEL]);
  expect(channels.openNames()).toEqual([CHANNEL]);
  await expect.poll(() => directory.getState().isLoading).toBe(false);
  expect(lists()).toBe(1);
  unsubscribe();
  await flushMicrotasks();
  expect(channels.openNames()).toEqual([]);
});

test("shows the changes that were made while the list had no subscriber", async () => {
  const { inner, storage, lists } = createCountingStorage();
  const client = createAgentClient({ agent: answeringAgent, storage });
  onTestFinished(() => client.dispose());
  const directory = threadListOf(client);
  const titles = () => directory.getState().threads.map(({ title }) => title);
  await inner.saveRecord(recordOf("t1", { title: "First" }));
  const unsubscribe = directory.subscribe(() => {});
  await expect.poll(titles).toEqual(["First"]);
  unsubscribe();
  await flushMicrotasks();
  const other = openListTab(inner);
  await other.settled();
  await other.directory.rename("t1", "Renamed");
  onTestFinished(directory.subscribe(() => {}));
  await expect.poll(titles).toEqual(["Renamed"]);
  expect(lists()).toBe(2);
});

test("a thread that was removed while a tab was frozen disappears when the tab resumes", async () => {
  const inner = memoryStorage();
  const tab = openListTab(inner);
  await tab.settled();
  const thread = tab.client.thread({ threadId: "t1" });
  await thread.send("Hello");
  await tab.client.thread({ threadId: "t2" }).send("Stays");
  await expect.poll(() => thread.isStored()).toBe(true);
  expect(tab.titles().sort()).toEqual(["Hello", "Stays"]);
  await inner.delete("t1");
  window.dispatchEvent(new Event("resume"));
  await expect.poll(tab.titles).toEqual(["Stays"]);
  expect(tab.directory.isRemoved("t1")).toBe(true);
  expect(tab.client.threads().map(({ threadId }) => threadId)).toEqual(["t2"]);
});

test("keeps unsaved changes when the records are read again", async () => {
  const inner = memoryStorage();
  const saves: (() => void)[] = [];
  const { storage, lists } = createCountingStorage({
    ...inner,
    async saveRecord(record) {
      if (record.threadId === "refused") throw new Error("full");
      if (record.threadId === "slow") await new Promise<void>((resolve) => saves.push(resolve));
      await inner.saveRecord(record);
    },
  });
  const records = threadRecords(storage);
  onTestFinished(records.subscribe(() => {}));
  await records.readRecords();
  const ids = () => records.listRecords().map(({ threadId }) => threadId);
  const readAgain = async () => {
    const before = lists();
    window.dispatchEvent(new Event("resume"));
    await expect.poll(lists).toBe(before + 1);
    await records.readRecords();
  };
  await expect(records.changeRecord("refused", { title: "R" })).rejects.toThrow("full");
  await inner.saveRecord(recordOf("slow", { title: "Before" }));
  const saved = records.changeRecord("slow", { title: "After" });
  await readAgain();
  expect(ids()).toEqual(["refused", "slow"]);
  expect(records.get("slow")?.title).toBe("After");
  for (const save of saves) save();
  await saved;
  await inner.delete("slow");
  await readAgain();
  expect(ids()).toEqual(["refused"]);
});

test("closes the channel after posting a change without subscribers", async () => {
  const channels = countChannels();
  const { storage, lists } = createCountingStorage();
  const records = threadRecords(storage);
  const receivedTypes: unknown[] = [];
  const listener = new BroadcastChannel(CHANNEL);
  onTestFinished(() => listener.close());
  listener.onmessage = ({ data }) => receivedTypes.push(data.type);
  await records.changeRecord("t1", { title: "One" });
  await expect.poll(() => receivedTypes).toEqual(["changed"]);
  expect(channels.openNames()).toEqual([CHANNEL]);
  expect(lists()).toBe(0);
});

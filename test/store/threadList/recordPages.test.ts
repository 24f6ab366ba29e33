// @vitest-environment jsdom
import { expect, onTestFinished, test } from "vitest";
import { createAgentClient, memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import { threadListOf } from "../../../src/store/threadList/threadList.ts";
import { recordOf } from "../persistence/samples.ts";
import { countChannels } from "../tabs/countChannels.ts";
import { answering, openPage } from "./page.ts";

const CHANNEL = "agui-kit:threads";

/** A storage that counts how often its records are read. */
function counted(kept: ThreadStorage = memoryStorage()) {
  let lists = 0;
  const storage: ThreadStorage = {
    ...kept,
    list() {
      lists += 1;
      return kept.list();
    },
  };
  return { kept, storage, lists: () => lists };
}

/** Resolves when everything of this moment is done, and what waited for that. */
const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

test("pages hear each other from the first subscriber to the last, however often he comes back", async () => {
  const channels = countChannels();
  const { storage, lists } = counted();
  const client = createAgentClient({ agent: answering, storage });
  onTestFinished(() => client.dispose());
  const directory = threadListOf(client);
  expect(channels.names, "none of a list that is only rendered").toEqual([]);
  // What React mounts twice leaves in between.
  directory.subscribe(() => {})();
  const forget = directory.subscribe(() => {});
  await settle();
  expect(channels.names).toEqual([CHANNEL]);
  expect(channels.openNames()).toEqual([CHANNEL]);
  await expect.poll(() => directory.getState().isLoading).toBe(false);
  expect(lists()).toBe(1);
  forget();
  await settle();
  expect(channels.openNames()).toEqual([]);
});

test("a list that comes back shows what has happened meanwhile", async () => {
  const { kept, storage, lists } = counted();
  const client = createAgentClient({ agent: answering, storage });
  onTestFinished(() => client.dispose());
  const directory = threadListOf(client);
  const titles = () => directory.getState().threads.map(({ title }) => title);
  await kept.saveRecord(recordOf("t1", { title: "First" }));
  const forget = directory.subscribe(() => {});
  await expect.poll(titles).toEqual(["First"]);
  forget();
  await settle();
  const other = openPage(kept);
  await other.settled();
  await other.directory.rename("t1", "Renamed");
  onTestFinished(directory.subscribe(() => {}));
  await expect.poll(titles).toEqual(["Renamed"]);
  expect(lists()).toBe(2);
});

test("a thread that was removed while a page heard nothing goes when that comes back", async () => {
  const kept = memoryStorage();
  const page = openPage(kept);
  await page.settled();
  const thread = page.client.thread({ threadId: "t1" });
  await thread.send("Hello");
  await page.client.thread({ threadId: "t2" }).send("Stays");
  await expect.poll(() => thread.isStored()).toBe(true);
  expect(page.titles().sort()).toEqual(["Hello", "Stays"]);
  await kept.delete("t1");
  window.dispatchEvent(new Event("resume"));
  await expect.poll(page.titles).toEqual(["Stays"]);
  expect(page.directory.isRemoved("t1")).toBe(true);
  expect(page.client.threads().map(({ threadId }) => threadId)).toEqual(["t2"]);
});

test("what a page has made and could not save stays when the records are read again", async () => {
  const kept = memoryStorage();
  const saves: (() => void)[] = [];
  const { storage, lists } = counted({
    ...kept,
    async saveRecord(record) {
      if (record.threadId === "refused") throw new Error("full");
      if (record.threadId === "slow") await new Promise<void>((resolve) => saves.push(resolve));
      await kept.saveRecord(record);
    },
  });
  const records = threadRecords(storage);
  onTestFinished(records.subscribe(() => {}));
  await records.load();
  const ids = () => records.all().map(({ threadId }) => threadId);
  const readAgain = async () => {
    const before = lists();
    window.dispatchEvent(new Event("resume"));
    await expect.poll(lists).toBe(before + 1);
    await records.load();
  };
  await expect(records.change("refused", { title: "R" })).rejects.toThrow("full");
  await kept.saveRecord(recordOf("slow", { title: "Before" }));
  const saved = records.change("slow", { title: "After" });
  await readAgain();
  expect(ids()).toEqual(["refused", "slow"]);
  expect(records.get("slow")?.title).toBe("After");
  for (const save of saves) save();
  await saved;
  await kept.delete("slow");
  await readAgain();
  expect(ids()).toEqual(["refused"]);
});

test("what is said when nobody listens leaves no channel open", async () => {
  const channels = countChannels();
  const { storage, lists } = counted();
  const records = threadRecords(storage);
  const heard: unknown[] = [];
  const ears = new BroadcastChannel(CHANNEL);
  onTestFinished(() => ears.close());
  ears.onmessage = ({ data }) => heard.push(data.type);
  await records.change("t1", { title: "One" });
  await expect.poll(() => heard).toEqual(["changed"]);
  expect(channels.openNames()).toEqual([CHANNEL]);
  expect(lists()).toBe(0);
});

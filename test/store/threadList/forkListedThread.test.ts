import { expect, test } from "vitest";
import { memoryStorage } from "../../../src/core.ts";
import { openListTab } from "./openListTab.ts";

test("rejects a fork when its source is disposed before it was restored", async () => {
  const tab = openListTab({ ...memoryStorage(), load: () => new Promise(() => {}) });
  await tab.settled();
  const source = tab.client.thread({ threadId: "t1" });
  const fork = tab.directory.fork(source, { request: {} });
  // Disposes the source while the fork waits for the storage.
  source.dispose();
  await expect(fork).rejects.toMatchObject({ code: "thread-disposed" });
  expect(tab.client.threads()).toEqual([]);
});

import { expect, test } from "vitest";
import { memoryStorage } from "../../../src/core.ts";
import { openPage } from "./page.ts";

test("a thread that is let go of before it could be read is not forked", async () => {
  const page = openPage({ ...memoryStorage(), load: () => new Promise(() => {}) });
  await page.settled();
  const source = page.client.thread({ threadId: "t1" });
  const fork = page.directory.fork(source, { request: {} });
  // The module that forks may still be on its way: whether it comes before or after, it is the same.
  source.dispose();
  await expect(fork).rejects.toMatchObject({ code: "thread-disposed" });
  expect(page.client.threads()).toEqual([]);
});

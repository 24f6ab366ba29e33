import { afterEach, expect, test } from "vitest";
import { localThreadStorage } from "../../../../src/store/persistence/adapters/localThreadStorage.ts";
import { describeStorage } from "../describeStorage.ts";
import { entries, logOf, recordOf, refuses } from "../storedSamples.ts";

afterEach(() => localStorage.clear());

let storageCount = 0;

describeStorage("localStorage", () => {
  storageCount += 1;
  const reopen = () => localThreadStorage({ prefix: `thread ${storageCount}` });
  return { storage: reopen(), reopen };
});

test("a full localStorage keeps its threads, and accepts entries again after a thread is deleted", async () => {
  const storage = localThreadStorage();
  await storage.saveRecord(recordOf("t"));
  await storage.append("t", 0, entries("a", "b"));
  await storage.append("t", 2, entries("c"));
  await storage.append("large", 0, entries("x".repeat(2_000_000)));
  const more = () => storage.append("t", 1, entries("y".repeat(2_000_000)));
  await refuses(more(), /no room left/);
  expect(await localThreadStorage().load("t")).toEqual({
    record: recordOf("t"),
    entries: entries("a", "b", "c"),
  });
  await storage.delete("large");
  await more();
  expect(await logOf(storage, "t")).toEqual(["a", "y".repeat(2_000_000)]);
});

test("stores threads in sessionStorage and leaves localStorage unchanged", async () => {
  const storage = localThreadStorage({ storage: sessionStorage });
  await storage.append("t", 0, entries("a"));
  expect(await logOf(storage, "t")).toEqual(["a"]);
  expect(localStorage).toHaveLength(0);
  await storage.delete("t");
  expect(sessionStorage.getItem("agui-kit:entries:t:0")).toBeNull();
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { indexedDbStorage } from "../../../../src/store/persistence/adapters/indexedDbStorage.ts";
import { entries, recordOf, refuses } from "../storedSamples.ts";

/** Storage buckets API of Chromium, which TypeScript does not declare yet. */
interface StorageBuckets {
  open(name: string, options: { quota: number }): Promise<{ indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

const { storageBuckets } = navigator as Navigator & { storageBuckets: StorageBuckets };
const own = Object.getOwnPropertyDescriptor(globalThis, "indexedDB") ?? {};

// Uses a storage bucket with a small quota, because the quota of the site is several gigabytes.
beforeEach(async () => {
  const { indexedDB } = await storageBuckets.open("small", { quota: 1_000_000 });
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: indexedDB });
});
afterEach(async () => {
  Object.defineProperty(globalThis, "indexedDB", own);
  await storageBuckets.delete("small");
});

/** Creates a random text, which the browser cannot compress. */
function noise(length: number): string {
  const part = () => String.fromCharCode(...crypto.getRandomValues(new Uint16Array(10_000)));
  return Array.from({ length: length / 10_000 }, part).join("");
}

test("a full database rejects a write that does not fit, and keeps all stored data", async () => {
  const [storage, other] = [indexedDbStorage(), indexedDbStorage()];
  const long = noise(1_000_000);
  await storage.saveRecord(recordOf("t"));
  await storage.append("t", 0, entries("a", "b"));
  await storage.append("t", 2, entries("c"));
  const full = /no room left in the database.*What was stored before is unchanged/;
  await refuses(storage.append("t", 1, entries(long)), full);
  await refuses(other.append("t", 3, entries(long)), full);
  expect(await storage.load("t")).toEqual({
    record: recordOf("t"),
    entries: entries("a", "b", "c"),
  });
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { indexedDbStorage } from "../../../src/store/storage/indexedDbStorage.ts";
import { entries, logOf, recordOf, refuses } from "./samples.ts";

/** How much this site may store. Set before anything is opened: browsers ask for it now and then only. */
const limit = (quotaSize?: number) =>
  cdp().send("Storage.overrideQuotaForOrigin", {
    origin: location.origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });

/** A text that a browser cannot make shorter. */
function noise(length: number): string {
  const part = () => String.fromCharCode(...crypto.getRandomValues(new Uint16Array(10_000)));
  return Array.from({ length: length / 10_000 }, part).join("");
}

beforeEach(() => limit(1_000_000));
afterEach(() => limit());

test("a database that is full keeps what is there, and goes on when there is room", async () => {
  const [storage, other] = [indexedDbStorage(), indexedDbStorage()];
  await storage.saveRecord(recordOf("t"));
  await storage.append("t", 0, entries("a", "b"));
  await storage.append("t", 2, entries("c"));
  const long = noise(2_000_000);
  const full = /no room left in the database.*What was stored before stays/;
  await refuses(storage.append("t", 1, entries(long)), full);
  await refuses(other.append("t", 3, entries(long)), full);
  expect(await storage.load("t")).toEqual({
    record: recordOf("t"),
    entries: entries("a", "b", "c"),
  });
  await limit();
  await storage.append("t", 1, entries(long));
  expect(await logOf(other, "t")).toEqual(["a", long]);
});

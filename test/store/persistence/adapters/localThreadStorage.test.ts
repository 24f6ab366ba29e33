import { afterEach, describe, expect, test, vi } from "vitest";
import type { Event } from "../../../../src/protocol/events.ts";
import { localThreadStorage } from "../../../../src/store/persistence/adapters/localThreadStorage.ts";
import { fc } from "../../../support/seededFastCheck.ts";
import { describeStorage } from "../describeStorage.ts";
import { SmallStorage } from "../smallStorage.ts";
import { writeEntries } from "../storageModel.ts";
import { entries, entry, logOf, recordOf, refuses, storedSnapshotAt } from "../storedSamples.ts";

function make(prefix?: string) {
  const webStorage = new SmallStorage();
  const reopen = () =>
    localThreadStorage({ storage: webStorage, ...(prefix !== undefined && { prefix }) });
  return { webStorage, storage: reopen(), reopen };
}

describeStorage("a Storage", make);
describeStorage("a Storage under a prefix with colons", () => make("my:app:entries"));

describe("the keys of a Storage", () => {
  test("are written once per append, with the stamp of the thread and no other key", async () => {
    const { webStorage, storage } = make();
    await storage.saveRecord(recordOf("a:b"));
    await storage.append("a:b", 0, entries("a", "b"));
    await storage.saveSnapshot("a:b", "latest", storedSnapshotAt("a:b", 2));
    webStorage.touched.length = 0;
    await storage.append("a:b", 2, entries("c"));
    expect(webStorage.touched).toEqual(["agui-kit:stamp:a%3Ab", "agui-kit:entries:a%3Ab:2"]);
  });

  test("are listed once per thread, regardless of its length and of the number of threads", async () => {
    const { webStorage, storage } = make();
    for (let n = 0; n < 20; n++) await storage.append(`other ${n}`, 0, entries("a"));
    await storage.append("t", 0, entries("a"));
    let looked = 0;
    const key = (at: number) => SmallStorage.prototype.key.call(webStorage, at);
    webStorage.key = (at) => {
      looked += 1;
      return key(at);
    };
    for (let at = 1; at <= 100; at++) await storage.append("t", at, entries("a"));
    await storage.append("t", 60, entries("b", "c"));
    await storage.append("t", 62, entries("d"));
    expect(looked).toBe(0);
    webStorage.key = key;
    expect((await logOf(storage, "t"))?.slice(59)).toEqual(["a", "b", "c", "d"]);
  });

  test("stay consistent when two tabs append in turn", async () => {
    const step = fc.record({ tab: fc.nat({ max: 1 }), at: fc.nat({ max: 9 }), count: fc.nat(3) });
    const steps = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, async (calls) => {
        const { storage, reopen } = make();
        const tabs = [storage, reopen()];
        let model: readonly (Event | null)[] = [];
        for (const [serial, { tab, at, count }] of calls.entries()) {
          const added = Array.from({ length: count }, (_, n) => entry(`${serial}.${n}`));
          model = writeEntries(model, at, added);
          await tabs[tab]?.append("t", at, added);
          expect((await reopen().load("t"))?.entries).toEqual(model);
        }
      }),
    );
  });

  test("are neither read nor removed when they belong to another prefix or application", async () => {
    const { webStorage, storage } = make("app");
    const other = localThreadStorage({ storage: webStorage, prefix: "app:entries" });
    const foreign = [
      "app:entries:t",
      "app:record:t:1",
      "app:base",
      "app2:record:t",
      "theme",
      "app:",
    ];
    for (const key of foreign) webStorage.setItem(key, "{}");
    await other.saveRecord(recordOf("1"));
    expect(await storage.list()).toEqual([]);
    const before = new Map(webStorage.texts);
    for (const id of ["t", "record", "1", ""]) {
      expect(await storage.load(id)).toBeUndefined();
      await storage.delete(id);
    }
    expect(webStorage.texts).toEqual(before);
  });
});

describe("a full Storage", () => {
  const full = /no room left.*What was stored before is unchanged/;

  async function fill() {
    const created = make();
    const { webStorage, storage } = created;
    await storage.saveRecord(recordOf("t", { title: "Old" }));
    await storage.saveSnapshot("t", "latest", storedSnapshotAt("t", 1));
    await storage.append("t", 0, entries("a", "b"));
    await storage.append("t", 2, entries("c"));
    await storage.append("t", 3, entries("d", "e"));
    webStorage.room = webStorage.used;
    return { ...created, before: new Map(webStorage.texts) };
  }

  test("rejects a write that does not fit, and keeps all stored data", async () => {
    const { webStorage, storage, before } = await fill();
    await refuses(storage.append("t", 5, entries("f")), full);
    await refuses(storage.saveRecord(recordOf("t", { title: "A longer title" })), full);
    await refuses(storage.saveSnapshot("t", "base", storedSnapshotAt("t", 0)), full);
    await refuses(storage.saveSnapshot("t", "latest", storedSnapshotAt("t", 1_000_000)), full);
    await refuses(storage.append("other", 0, entries("x")), full);
    expect(webStorage.texts).toEqual(before);
  });

  test.each([0, 1, 2])(
    "keeps all entries when a longer text from position %i does not fit",
    async (at) => {
      const { webStorage, storage, before } = await fill();
      await refuses(storage.append("t", at, entries("x".repeat(1000))), full);
      expect(webStorage.texts).toEqual(before);
      expect(await logOf(storage, "t")).toEqual(["a", "b", "c", "d", "e"]);
    },
  );

  test("accepts a shorter replacement, and more entries after a thread is deleted", async () => {
    const { storage } = await fill();
    await storage.append("t", 2, entries("C"));
    expect(await logOf(storage, "t")).toEqual(["a", "b", "C"]);
    await storage.delete("t");
    await storage.append("other", 0, entries("a", "b", "c"));
    expect(await logOf(storage, "other")).toEqual(["a", "b", "c"]);
  });

  test("is recognized by the name of the error in Firefox", async () => {
    const { webStorage, storage } = make();
    webStorage.setItem = () => {
      throw new DOMException(
        "Persistent storage maximum size reached",
        "NS_ERROR_DOM_QUOTA_REACHED",
      );
    };
    await refuses(storage.append("t", 0, entries("a")), full);
  });
});

describe("a damaged Storage", () => {
  test.each([
    ["no JSON", '[{"type":"CUS'],
    ["nothing", ""],
    ["no list", '{"0":"a"}'],
  ])("loses only the entries of a chunk that is %s", async (_what, text) => {
    const { webStorage, storage } = make();
    await storage.append("t", 0, entries("a"));
    await storage.append("t", 1, entries("b", "c"));
    await storage.append("t", 3, entries("d"));
    webStorage.texts.set("agui-kit:entries:t:1", text);
    expect(await logOf(storage, "t")).toEqual(["a", null, null, "d"]);
    // The damaged entries stay null after another append.
    await storage.append("t", 4, entries("e"));
    webStorage.texts.set("agui-kit:entries:t:4", text);
    expect(await logOf(storage, "t")).toEqual(["a", null, null, "d", null]);
  });

  test("returns null for an invalid entry and for the entries of a missing chunk", async () => {
    const { webStorage, storage } = make();
    await storage.append("t", 0, entries("a", "b"));
    await storage.append("t", 2, entries("c"));
    await storage.append("t", 3, entries("d"));
    webStorage.texts.set("agui-kit:entries:t:2", '[5,null,{"no":"type"}]');
    expect(await logOf(storage, "t")).toEqual(["a", "b", null, "d"]);
    webStorage.texts.delete("agui-kit:entries:t:0");
    expect(await logOf(storage, "t")).toEqual([null, null, null, "d"]);
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["a record of another thread", JSON.stringify(recordOf("u"))],
    ["a record without a version", JSON.stringify({ ...recordOf("t"), version: undefined })],
    ["a record without a date", JSON.stringify({ ...recordOf("t"), updatedAt: "today" })],
  ])("lists and loads a thread whose record is %s", async (_what, text) => {
    const { webStorage, storage } = make();
    await storage.saveRecord(recordOf("s"));
    await storage.append("t", 0, entries("a"));
    webStorage.texts.set("agui-kit:record:t", text);
    const madeUp = recordOf("t", { createdAt: 0, updatedAt: 0 });
    expect(await storage.list()).toEqual([recordOf("s"), madeUp]);
    expect(await logOf(storage, "t")).toEqual(["a"]);
    await storage.saveRecord(recordOf("t"));
    expect(await storage.list()).toEqual([recordOf("s"), recordOf("t")]);
  });

  test("lists a record without its invalid fields", async () => {
    const { webStorage, storage } = make();
    const odd = {
      ...recordOf("t"),
      title: { rich: "text" },
      isArchived: 1,
      readAt: null,
      more: true,
    };
    webStorage.texts.set("agui-kit:record:t", JSON.stringify(odd));
    expect(await storage.list()).toEqual([recordOf("t")]);
  });

  test("returns no snapshot when the snapshot cannot be read", async () => {
    const { webStorage, storage } = make();
    await storage.append("t", 0, entries("a"));
    await storage.saveSnapshot("t", "latest", storedSnapshotAt("t", 1));
    for (const text of ["{", "[]", '{"at":1}', '{"at":1,"snapshot":[]}', '{"snapshot":{}}']) {
      webStorage.texts.set("agui-kit:base:t", text);
      expect(Object.keys((await storage.load("t")) ?? {})).toEqual(["record", "latest", "entries"]);
    }
  });
});

describe("the default Storage", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, "localStorage");
  });

  test("is read from `globalThis` by every call", async () => {
    const storage = localThreadStorage();
    await refuses(storage.list(), /this page has no localStorage/);
    vi.stubGlobal("localStorage", new SmallStorage());
    await storage.append("t", 0, entries("a"));
    expect(await logOf(storage, "t")).toEqual(["a"]);
  });

  test("rejects calls when localStorage is null or throws on access", async () => {
    const storage = localThreadStorage();
    vi.stubGlobal("localStorage", null);
    await refuses(storage.saveRecord(recordOf("t")), /this page has no localStorage/);
    vi.unstubAllGlobals();
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
    await refuses(storage.load("t"), /this page has no localStorage/);
  });

  test("rejects a call with the reason when the Storage throws", async () => {
    const webStorage = new SmallStorage();
    webStorage.getItem = () => {
      throw new DOMException("The disk is gone.", "UnknownError");
    };
    await refuses(
      localThreadStorage({ storage: webStorage }).load("t"),
      /cannot be read or written.*The disk is gone/,
    );
  });
});

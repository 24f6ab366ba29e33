import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Event } from "../../../../src/protocol/events.ts";
import { localThreadStorage } from "../../../../src/store/persistence/adapters/localThreadStorage.ts";
import { continued } from "../model.ts";
import { entries, entry, logOf, recordOf, refuses, snapshotOf } from "../samples.ts";
import { SmallStorage } from "../smallStorage.ts";
import { describeStorage } from "../storageSuite.ts";

function make(prefix?: string) {
  const place = new SmallStorage();
  const again = () =>
    localThreadStorage({ storage: place, ...(prefix !== undefined && { prefix }) });
  return { place, storage: again(), again };
}

describeStorage("a Storage", make);
describeStorage("a Storage under a prefix with colons", () => make("my:app:entries"));

describe("the keys of a Storage", () => {
  test("an append writes one, and touches no other but the stamp beside it", async () => {
    const { place, storage } = make();
    await storage.saveRecord(recordOf("a:b"));
    await storage.append("a:b", 0, entries("a", "b"));
    await storage.saveSnapshot("a:b", "latest", snapshotOf("a:b", 2));
    place.touched.length = 0;
    await storage.append("a:b", 2, entries("c"));
    expect(place.touched).toEqual(["agui-kit:stamp:a%3Ab", "agui-kit:entries:a%3Ab:2"]);
  });

  test("are listed once for a thread, however long it gets and however many threads there are", async () => {
    const { place, storage } = make();
    for (let n = 0; n < 20; n++) await storage.append(`other ${n}`, 0, entries("a"));
    await storage.append("t", 0, entries("a"));
    let looked = 0;
    const key = (at: number) => SmallStorage.prototype.key.call(place, at);
    place.key = (at) => {
      looked += 1;
      return key(at);
    };
    for (let at = 1; at <= 100; at++) await storage.append("t", at, entries("a"));
    await storage.append("t", 60, entries("b", "c"));
    await storage.append("t", 62, entries("d"));
    expect(looked).toBe(0);
    place.key = key;
    expect((await logOf(storage, "t"))?.slice(59)).toEqual(["a", "b", "c", "d"]);
  });

  test("are what they are for one page also when two write in turn", async () => {
    const step = fc.record({ page: fc.nat({ max: 1 }), at: fc.nat({ max: 9 }), count: fc.nat(3) });
    const steps = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, async (calls) => {
        const { storage, again } = make();
        const pages = [storage, again()];
        let model: readonly (Event | null)[] = [];
        for (const [serial, { page, at, count }] of calls.entries()) {
          const added = Array.from({ length: count }, (_, n) => entry(`${serial}.${n}`));
          model = continued(model, at, added);
          await pages[page]?.append("t", at, added);
          expect((await again().load("t"))?.entries).toEqual(model);
        }
      }),
    );
  });

  test("those of others are neither read nor removed", async () => {
    const { place, storage } = make("app");
    const other = localThreadStorage({ storage: place, prefix: "app:entries" });
    const foreign = [
      "app:entries:t",
      "app:record:t:1",
      "app:base",
      "app2:record:t",
      "theme",
      "app:",
    ];
    for (const key of foreign) place.setItem(key, "{}");
    await other.saveRecord(recordOf("1"));
    expect(await storage.list()).toEqual([]);
    const before = new Map(place.texts);
    for (const id of ["t", "record", "1", ""]) {
      expect(await storage.load(id)).toBeUndefined();
      await storage.delete(id);
    }
    expect(place.texts).toEqual(before);
  });
});

describe("a Storage that is full", () => {
  const full = /no room left.*What was stored before is unchanged/;

  async function fill() {
    const made = make();
    const { place, storage } = made;
    await storage.saveRecord(recordOf("t", { title: "Old" }));
    await storage.saveSnapshot("t", "latest", snapshotOf("t", 1));
    await storage.append("t", 0, entries("a", "b"));
    await storage.append("t", 2, entries("c"));
    await storage.append("t", 3, entries("d", "e"));
    place.room = place.used;
    return { ...made, before: new Map(place.texts) };
  }

  test("refuses what does not fit and keeps all that was there", async () => {
    const { place, storage, before } = await fill();
    await refuses(storage.append("t", 5, entries("f")), full);
    await refuses(storage.saveRecord(recordOf("t", { title: "A longer title" })), full);
    await refuses(storage.saveSnapshot("t", "base", snapshotOf("t", 0)), full);
    await refuses(storage.saveSnapshot("t", "latest", snapshotOf("t", 1_000_000)), full);
    await refuses(storage.append("other", 0, entries("x")), full);
    expect(place.texts).toEqual(before);
  });

  test.each([0, 1, 2])("keeps what a longer text from position %i was to replace", async (at) => {
    const { place, storage, before } = await fill();
    await refuses(storage.append("t", at, entries("x".repeat(1000))), full);
    expect(place.texts).toEqual(before);
    expect(await logOf(storage, "t")).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("has room for what is shorter than what it replaces, and for more once a thread is gone", async () => {
    const { storage } = await fill();
    await storage.append("t", 2, entries("C"));
    expect(await logOf(storage, "t")).toEqual(["a", "b", "C"]);
    await storage.delete("t");
    await storage.append("other", 0, entries("a", "b", "c"));
    expect(await logOf(storage, "other")).toEqual(["a", "b", "c"]);
  });

  test("is known by Firefox's name for it as well", async () => {
    const { place, storage } = make();
    place.setItem = () => {
      throw new DOMException(
        "Persistent storage maximum size reached",
        "NS_ERROR_DOM_QUOTA_REACHED",
      );
    };
    await refuses(storage.append("t", 0, entries("a")), full);
  });
});

describe("what was damaged in a Storage", () => {
  test.each([
    ["no JSON", '[{"type":"CUS'],
    ["nothing", ""],
    ["no list", '{"0":"a"}'],
  ])("a chunk that is %s leaves the others where they were", async (_what, text) => {
    const { place, storage } = make();
    await storage.append("t", 0, entries("a"));
    await storage.append("t", 1, entries("b", "c"));
    await storage.append("t", 3, entries("d"));
    place.texts.set("agui-kit:entries:t:1", text);
    expect(await logOf(storage, "t")).toEqual(["a", null, null, "d"]);
    // And so they stay when the log goes on.
    await storage.append("t", 4, entries("e"));
    place.texts.set("agui-kit:entries:t:4", text);
    expect(await logOf(storage, "t")).toEqual(["a", null, null, "d", null]);
  });

  test("an entry that is no event is null, and a chunk that is gone as well", async () => {
    const { place, storage } = make();
    await storage.append("t", 0, entries("a", "b"));
    await storage.append("t", 2, entries("c"));
    await storage.append("t", 3, entries("d"));
    place.texts.set("agui-kit:entries:t:2", '[5,null,{"no":"type"}]');
    expect(await logOf(storage, "t")).toEqual(["a", "b", null, "d"]);
    place.texts.delete("agui-kit:entries:t:0");
    expect(await logOf(storage, "t")).toEqual([null, null, null, "d"]);
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["of another thread", JSON.stringify(recordOf("u"))],
    ["without a version", JSON.stringify({ ...recordOf("t"), version: undefined })],
    ["without a date", JSON.stringify({ ...recordOf("t"), updatedAt: "today" })],
  ])("a thread whose record is %s is listed, and opens all the same", async (_what, text) => {
    const { place, storage } = make();
    await storage.saveRecord(recordOf("s"));
    await storage.append("t", 0, entries("a"));
    place.texts.set("agui-kit:record:t", text);
    const madeUp = recordOf("t", { createdAt: 0, updatedAt: 0 });
    expect(await storage.list()).toEqual([recordOf("s"), madeUp]);
    expect(await logOf(storage, "t")).toEqual(["a"]);
    await storage.saveRecord(recordOf("t"));
    expect(await storage.list()).toEqual([recordOf("s"), recordOf("t")]);
  });

  test("what lists would stumble over is left out of a record", async () => {
    const { place, storage } = make();
    const odd = {
      ...recordOf("t"),
      title: { rich: "text" },
      isArchived: 1,
      readAt: null,
      more: true,
    };
    place.texts.set("agui-kit:record:t", JSON.stringify(odd));
    expect(await storage.list()).toEqual([recordOf("t")]);
  });

  test("a snapshot that cannot be read is absent", async () => {
    const { place, storage } = make();
    await storage.append("t", 0, entries("a"));
    await storage.saveSnapshot("t", "latest", snapshotOf("t", 1));
    for (const text of ["{", "[]", '{"at":1}', '{"at":1,"snapshot":[]}', '{"snapshot":{}}']) {
      place.texts.set("agui-kit:base:t", text);
      expect(Object.keys((await storage.load("t")) ?? {})).toEqual(["record", "latest", "entries"]);
    }
  });
});

describe("the browser's own Storage", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, "localStorage");
  });

  test("is looked up with every call", async () => {
    const storage = localThreadStorage();
    await refuses(storage.list(), /this page has no localStorage/);
    vi.stubGlobal("localStorage", new SmallStorage());
    await storage.append("t", 0, entries("a"));
    expect(await logOf(storage, "t")).toEqual(["a"]);
  });

  test("may be null, or may not be looked at", async () => {
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

  test("says what it failed with", async () => {
    const place = new SmallStorage();
    place.getItem = () => {
      throw new DOMException("The disk is gone.", "UnknownError");
    };
    await refuses(
      localThreadStorage({ storage: place }).load("t"),
      /cannot be read or written.*The disk is gone/,
    );
  });
});

import { deleteDB, type IDBPDatabase, openDB } from "idb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { indexedDbStorage } from "../../../../src/store/persistence/adapters/indexedDbStorage.ts";
import { createThreadDatabase } from "../../../../src/store/persistence/adapters/threadDatabase.ts";
import type { ThreadStorage } from "../../../../src/store/persistence/threadStorage.ts";
import { describeStorage } from "../describeStorage.ts";
import { entries, logOf, recordOf, refuses, storedSnapshotAt } from "../storedSamples.ts";

let storageCount = 0;

function make() {
  storageCount += 1;
  const name = `thread ${storageCount}`;
  const reopen = () => indexedDbStorage({ name });
  return { name, storage: reopen(), reopen };
}

/** Reads or changes a database through a connection of its own, and closes the connection. */
async function lookInto<T>(name: string, look: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(name);
  try {
    return await look(database);
  } finally {
    database.close();
  }
}

const write = (name: string, store: string, key: IDBValidKey, value: unknown) =>
  lookInto(name, (database) => database.put(store, value, key));

async function fill(storage: ThreadStorage): Promise<void> {
  await storage.saveRecord(recordOf("t"));
  await storage.append("t", 0, entries("a", "b"));
  await storage.append("t", 2, entries("c"));
}

describeStorage("IndexedDB", make);

test("opens no database before the first call", async () => {
  const { name, storage } = make();
  const names = async () => (await indexedDB.databases()).map((database) => database.name);
  expect(await names()).not.toContain(name);
  await storage.list();
  expect(await names()).toContain(name);
});

test("stores the entries that two tabs append at the same time", async () => {
  const { storage, reopen } = make();
  const other = reopen();
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      Promise.all([
        storage.append("mine", at, entries(`m${at}`)),
        other.append("theirs", at, entries(`t${at}`)),
      ]),
    ),
  );
  expect(await logOf(other, "mine")).toEqual(Array.from({ length: 10 }, (_, at) => `m${at}`));
  expect(await logOf(storage, "theirs")).toEqual(Array.from({ length: 10 }, (_, at) => `t${at}`));
});

describe("a damaged database", () => {
  test.each([
    ["no JSON", '[{"type":'],
    ["no text", { an: "object" }],
  ])("loses only the entries of a chunk that is %s", async (_what, value) => {
    const { name, storage } = make();
    await fill(storage);
    await storage.append("t", 3, entries("d"));
    await write(name, "entries", ["t", 0], value);
    await write(name, "entries", ["t", 3], value);
    expect(await logOf(storage, "t")).toEqual([null, null, "c", null]);
  });

  test("lists and loads a thread whose record cannot be read", async () => {
    const { name, storage } = make();
    await fill(storage);
    await storage.saveRecord(recordOf("s"));
    for (const value of ["{", "[]", 5, recordOf("t")]) {
      await write(name, "records", "t", value);
      const madeUp = recordOf("t", { createdAt: 0, updatedAt: 0 });
      expect(await storage.list()).toEqual([recordOf("s"), madeUp]);
      expect(await logOf(storage, "t")).toEqual(["a", "b", "c"]);
    }
    await write(name, "snapshots", ["t", "base"], '{"at":0}');
    expect((await storage.load("t"))?.base).toBeUndefined();
  });
});

describe("a database with several connections", () => {
  test("is closed for a tab with a newer version, and neither read nor changed afterwards", async () => {
    const { name, storage } = make();
    await fill(storage);
    const newer = await openDB(name, 2, {
      upgrade(database) {
        database.createObjectStore("tomorrow");
      },
    });
    expect(await newer.count("entries")).toBe(2);
    for (const call of [storage.list(), storage.load("t"), storage.append("t", 0, [])]) {
      await refuses(call, /A newer version of this page has upgraded the database/);
    }
    await refuses(storage.saveSnapshot("t", "base", storedSnapshotAt("t", 0)), /newer version/);
    expect(await newer.count("entries")).toBe(2);
    expect(await newer.count("snapshots")).toBe(0);
    newer.close();
  });

  test("rejects every call with one message while an older tab blocks the upgrade", async () => {
    const { name, storage } = make();
    await fill(storage);
    // Simulates an older tab that ignores the `versionchange` event.
    const older = await openDB(name);
    const upgraded = createThreadDatabase(name, 2);
    const count = () =>
      upgraded.runTransaction("readonly", (transaction) =>
        transaction.objectStore("entries").count(),
      );
    const blocked = /cannot be opened while another tab.*Close or reload the other tabs/;
    const calls = [count(), count()];
    for (const call of calls) await refuses(call, blocked);
    await refuses(count(), blocked);
    expect(await older.count("entries")).toBe(2);
    older.close();
    await vi.waitFor(async () => expect(await count()).toBe(2));
  });

  test("is created again by the next call after its deletion", async () => {
    const { name, storage } = make();
    await fill(storage);
    await deleteDB(name);
    expect(await storage.list()).toEqual([]);
    await fill(storage);
    expect(await logOf(storage, "t")).toEqual(["a", "b", "c"]);
  });

  test("rejects calls and stays unchanged when the database lacks the stores of the library", async () => {
    const { name, storage } = make();
    const foreign = await openDB(name, 1, {
      upgrade(database) {
        database.createObjectStore("recipes");
      },
    });
    await refuses(storage.list(), /cannot be read or written in the database.*NotFoundError/);
    await refuses(
      storage.saveRecord(recordOf("t")),
      /cannot be read or written in the database.*NotFoundError/,
    );
    expect([...foreign.objectStoreNames]).toEqual(["recipes"]);
    foreign.close();
  });
});

describe("a connection that the browser has closed", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Collects the raw connections that are opened from now on. */
  function watchConnections(): IDBDatabase[] {
    const opened: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, "open").mockImplementation((...args) => {
      const request = open(...args);
      request.addEventListener("success", () => opened.push(request.result));
      return request;
    });
    return opened;
  }

  test("is opened again by the next call, and only once", async () => {
    const connections = watchConnections();
    const { storage } = make();
    await fill(storage);
    expect(connections).toHaveLength(1);
    connections[0]?.close();
    expect(await logOf(storage, "t")).toEqual(["a", "b", "c"]);
    await storage.append("t", 3, entries("d"));
    expect(await logOf(storage, "t")).toEqual(["a", "b", "c", "d"]);
    expect(connections).toHaveLength(2);
  });

  test("fails no call that was made before the connection was closed", async () => {
    const connections = watchConnections();
    const { storage } = make();
    await fill(storage);
    const calls = [
      storage.append("t", 3, entries("d")),
      storage.load("t"),
      storage.append("t", 4, entries("e")),
    ];
    connections[0]?.close();
    await Promise.all(calls);
    expect(await logOf(storage, "t")).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("a tab without access to IndexedDB", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(globalThis, "indexedDB");
    Object.defineProperty(globalThis, "indexedDB", own);
  });
  const own = Object.getOwnPropertyDescriptor(globalThis, "indexedDB") ?? {};

  test.each<[string, PropertyDescriptor]>([
    ["is undefined", { value: undefined }],
    [
      "throws on access",
      {
        get() {
          throw new DOMException("Access is denied.", "SecurityError");
        },
      },
    ],
  ])(
    "rejects calls when `indexedDB` %s, and works when IndexedDB becomes available",
    async (_what, property) => {
      const { storage } = make();
      Object.defineProperty(globalThis, "indexedDB", { configurable: true, ...property });
      await refuses(storage.list(), /this page has no IndexedDB/);
      await refuses(storage.append("t", 0, entries("a")), /this page has no IndexedDB/);
      Object.defineProperty(globalThis, "indexedDB", own);
      await storage.append("t", 0, entries("a"));
      expect(await logOf(storage, "t")).toEqual(["a"]);
    },
  );

  test("rejects a call with the reason when opening throws, and opens the database with the next call", async () => {
    const { storage } = make();
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("A mutation is not allowed.", "InvalidStateError");
    });
    await refuses(
      storage.list(),
      /cannot be read or written.*InvalidStateError: A mutation is not allowed/,
    );
    vi.restoreAllMocks();
    expect(await storage.list()).toEqual([]);
  });
});

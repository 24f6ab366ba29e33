import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Event } from "../../../src/protocol/events.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { fc } from "../../support/seededFastCheck.ts";
import { anyCall, expectedThread, ids, type Model, writeEntries } from "./storageModel.ts";
import { entries, entry, logOf, recordOf, refuses, storedSnapshotAt } from "./storedSamples.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Storage under test. */
export interface StorageFixture {
  readonly storage: ThreadStorage;
  /** Creates another storage for the same data, as another tab or a reload does. */
  reopen(): ThreadStorage;
}

/** Tests the contract of a thread storage. */
export function describeStorage(name: string, createFixture: () => StorageFixture): void {
  describe(`${name} as a storage`, () => {
    test("returns nothing for a thread that was never stored", async () => {
      const { storage } = createFixture();
      expect(await storage.list()).toEqual([]);
      expect(await storage.load("t")).toBeUndefined();
      await storage.delete("t");
      expect(await storage.load("t")).toBeUndefined();
    });

    test("returns all stored data of a thread, also in another tab", async () => {
      const { storage, reopen } = createFixture();
      const record = recordOf("t", {
        agentId: "support",
        title: "Invoices",
        hasCustomTitle: true,
        isArchived: false,
        readAt: 3,
        isRunning: true,
        needsInput: false,
      });
      const [base, latest] = [storedSnapshotAt("t", 0), storedSnapshotAt("t", 2)];
      await storage.saveRecord(record);
      await storage.saveSnapshot("t", "base", base);
      await storage.append("t", 0, entries("a", "b"));
      await storage.saveSnapshot("t", "latest", latest);
      const stored = { record, base: base.snapshot, latest, entries: entries("a", "b") };
      expect(await storage.load("t")).toEqual(stored);
      expect(await reopen().load("t")).toEqual(stored);
      expect(await reopen().list()).toEqual([record]);
    });

    test("keeps the last record and the last snapshot of each kind", async () => {
      const { storage } = createFixture();
      await storage.saveRecord(recordOf("t", { title: "First" }));
      await storage.saveRecord(recordOf("t"));
      await storage.saveSnapshot("t", "latest", storedSnapshotAt("t", 1));
      await storage.saveSnapshot("t", "latest", storedSnapshotAt("t", 5));
      expect(await storage.load("t")).toEqual({
        record: recordOf("t"),
        latest: storedSnapshotAt("t", 5),
        entries: [],
      });
    });

    test("keeps a draft per thread, which creates no thread and is deleted with the thread", async () => {
      const { storage, reopen } = createFixture();
      expect(await storage.loadDraft?.("t")).toBe("");
      await storage.saveDraft?.("t", "Half a");
      await storage.saveDraft?.("t", "Half a sentence");
      await storage.saveDraft?.("other", "Else");
      expect(await reopen().loadDraft?.("t")).toBe("Half a sentence");
      expect(await reopen().list()).toEqual([]);
      expect(await reopen().load("t")).toBeUndefined();
      await storage.saveDraft?.("other", "");
      expect(await reopen().loadDraft?.("other")).toBe("");
      await storage.append("t", 0, entries("a"));
      await storage.delete("t");
      expect(await reopen().loadDraft?.("t")).toBe("");
    });

    test("removes the draft of a thread without a record after a week, and no other draft", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 8 * DAY });
      onTestFinished(() => void vi.useRealTimers());
      const { storage, reopen } = createFixture();
      for (const id of ["never", "shown", "listed", "said", "began"])
        await storage.saveDraft?.(id, `12: of ${id}`);
      await storage.saveRecord(recordOf("listed"));
      await storage.append("said", 0, entries("a"));
      await storage.saveSnapshot("began", "base", storedSnapshotAt("began", 0));
      vi.setSystemTime(Date.now() + 2 * DAY);
      await storage.saveDraft?.("recent", "12: of recent");
      vi.setSystemTime(Date.now() + 4 * DAY);
      expect(await reopen().loadDraft?.("never")).toBe("12: of never");
      expect(await reopen().loadDraft?.("shown")).toBe("12: of shown");
      vi.setSystemTime(Date.now() + 2 * DAY);
      const later = reopen();
      for (const id of ["shown", "listed", "said", "began", "recent"])
        expect(await later.loadDraft?.(id)).toBe(`12: of ${id}`);
      expect(await later.loadDraft?.("never")).toBe("");
      expect(await reopen().loadDraft?.("never")).toBe("");
    });

    test("appends entries at any position of a log", async () => {
      const { storage } = createFixture();
      await storage.append("t", 0, entries("a", "b", "c"));
      await storage.append("t", 3, entries("d", "e"));
      await storage.append("t", 5, entries("f"));
      expect(await logOf(storage, "t")).toEqual(["a", "b", "c", "d", "e", "f"]);
      await storage.append("t", 2, entries("C"));
      expect(await logOf(storage, "t")).toEqual(["a", "b", "C"]);
      await storage.append("t", 1, []);
      expect(await logOf(storage, "t")).toEqual(["a"]);
      await storage.append("t", 3, entries("z"));
      expect(await logOf(storage, "t")).toEqual(["a", null, null, "z"]);
      await storage.append("t", 0, entries("new"));
      expect(await logOf(storage, "t")).toEqual(["new"]);
    });

    test("separates threads with any ids", async () => {
      const { storage, reopen } = createFixture();
      const ids = [
        "a",
        "a:",
        "a:0",
        "a%3A",
        "a b",
        "",
        "0",
        "__proto__",
        "constructor",
        "é🙂\ud800",
      ];
      for (const id of ids) {
        await storage.saveRecord(recordOf(id, { title: `Of ${id}` }));
        await storage.append(id, 0, entries(`of ${id}`));
        await storage.saveSnapshot(id, "base", storedSnapshotAt(id, 0));
      }
      await storage.delete("a:");
      const remainingIds = ids.filter((id) => id !== "a:");
      const listed = (await reopen().list()).map(({ threadId }) => threadId);
      expect(listed.sort()).toEqual(remainingIds.sort());
      for (const id of remainingIds) {
        const { record, base, entries: log } = (await reopen().load(id)) ?? {};
        expect({ title: record?.title, base: base?.threadId, log }).toEqual({
          title: `Of ${id}`,
          base: id,
          log: entries(`of ${id}`),
        });
      }
      expect(await storage.load("a:")).toBeUndefined();
    });

    test("shares no object with its caller", async () => {
      const { storage } = createFixture();
      const log = [entry("a")];
      const call = storage.append("t", 0, log);
      log.push(entry("later"));
      Object.assign(log[0] ?? {}, { name: "changed" });
      await call;
      expect(await logOf(storage, "t")).toEqual(["a"]);
      const actual = await storage.load("t");
      Object.assign(actual?.entries[0] ?? {}, { name: "changed" });
      expect(await logOf(storage, "t")).toEqual(["a"]);
    });

    test("runs calls in order and continues after a failed call", async () => {
      const { storage } = createFixture();
      const cycle: unknown[] = [];
      cycle.push(cycle);
      const broken = { ...entry("broken"), value: cycle } as Event;
      const calls = [
        storage.append("t", 0, entries("a", "b")),
        storage.load("t"),
        storage.append("t", 1, [broken]),
        storage.append("t", 1, entries("c")),
        storage.load("t"),
        storage.delete("t"),
        storage.load("t"),
        storage.append("t", 0, entries("d")),
      ];
      await refuses(calls[2] as Promise<unknown>, /cannot be written as JSON/);
      const [, first, , , second, , third] = await Promise.allSettled(calls);
      expect(first).toMatchObject({ value: { entries: entries("a", "b") } });
      expect(second).toMatchObject({ value: { entries: entries("a", "c") } });
      expect(third).toMatchObject({ value: undefined });
      expect(await logOf(storage, "t")).toEqual(["d"]);
    });

    test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
      "refuses the position %s and changes nothing",
      async (at) => {
        const { storage } = createFixture();
        await storage.append("t", 0, entries("a"));
        await refuses(storage.append("t", at, entries("b")), /no position/);
        expect(await logOf(storage, "t")).toEqual(["a"]);
      },
    );

    test("lists and loads a thread without a record, dated by its entries", async () => {
      const { storage, reopen } = createFixture();
      await storage.append("t", 0, [entry("a"), entry("b", 40)]);
      await storage.append("t", 2, [entry("c", 50)]);
      await storage.saveRecord(recordOf("s"));
      await storage.append("s", 0, [entry("a")]);
      await storage.saveSnapshot("u", "base", storedSnapshotAt("u", 0));
      const record = { version: 1, threadId: "t", createdAt: 40, updatedAt: 50 };
      const listed = (await reopen().list()).toSorted((a, b) => (a.threadId < b.threadId ? -1 : 1));
      expect(listed).toEqual([
        recordOf("s"),
        record,
        recordOf("u", { createdAt: 0, updatedAt: 0 }),
      ]);
      expect(await storage.load("t")).toMatchObject({ record });
    });

    test("lists a thread of a newer version, but neither loads nor changes it", async () => {
      const { storage, reopen } = createFixture();
      const newer = recordOf("t", { version: 2, title: "From tomorrow" });
      await storage.append("t", 0, entries("a"));
      await storage.saveRecord(newer);
      for (const instance of [storage, reopen()]) {
        await refuses(instance.load("t"), /"t".*newer version.*format 2/);
        await refuses(instance.append("t", 1, entries("b")), /newer version/);
        await refuses(
          instance.saveSnapshot("t", "latest", storedSnapshotAt("t", 1)),
          /newer version/,
        );
        await refuses(instance.saveRecord(recordOf("t", { title: "Mine" })), /newer version/);
      }
      expect(await reopen().list()).toEqual([newer]);
      await storage.append("other", 0, entries("x"));
      expect(await logOf(storage, "other")).toEqual(["x"]);
      // Deleting the thread requires no update of the application.
      await storage.delete("t");
      expect((await storage.list()).map(({ threadId }) => threadId)).toEqual(["other"]);
    });

    test("matches a plain model for random calls", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyCall, { maxLength: 20 }), async (calls) => {
          const { storage, reopen } = createFixture();
          const model = new Map<string, Model>();
          const checks: { actual: Promise<unknown>; expected: unknown }[] = [];
          let serial = 0;
          for (const call of calls) {
            const { threadId } = call;
            const fresh: Model = { entries: [] };
            const modelThread = model.get(threadId) ?? fresh;
            if (call.kind !== "delete" && call.kind !== "load") model.set(threadId, modelThread);
            switch (call.kind) {
              case "append": {
                const added = Array.from({ length: call.count }, () => entry(`e${serial++}`));
                modelThread.entries = writeEntries(modelThread.entries, call.at, added);
                checks.push({
                  actual: storage.append(threadId, call.at, added),
                  expected: undefined,
                });
                break;
              }
              case "snapshot": {
                const snapshot = storedSnapshotAt(threadId, serial++);
                modelThread[call.which] = snapshot;
                const actual = storage.saveSnapshot(threadId, call.which, snapshot);
                checks.push({ actual, expected: undefined });
                break;
              }
              case "record":
                modelThread.record = recordOf(threadId, { title: `Title ${serial++}` });
                checks.push({
                  actual: storage.saveRecord(modelThread.record),
                  expected: undefined,
                });
                break;
              case "delete":
                model.delete(threadId);
                checks.push({ actual: storage.delete(threadId), expected: undefined });
                break;
              case "load":
                checks.push({
                  actual: storage.load(threadId),
                  expected: expectedThread(model, threadId),
                });
                break;
            }
          }
          for (const { actual, expected } of checks) expect(await actual).toEqual(expected);
          for (const id of ids) expect(await reopen().load(id)).toEqual(expectedThread(model, id));
          const listed = (await reopen().list()).map(({ title }) => title);
          const expectedTitles = [...model.values()].map(({ record }) => record?.title);
          expect(listed.sort()).toEqual(expectedTitles.sort());
        }),
        { numRuns: 60 },
      );
    });
  });
}

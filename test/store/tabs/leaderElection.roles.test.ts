import { expect, test } from "vitest";
import { memoryStorage } from "../../../src/core.ts";
import { openLog } from "../../../src/store/eventLog/eventLog.ts";
import { createActionEntry } from "../../../src/store/eventLog/logEntries.ts";
import { createLeaderElection } from "../../../src/store/tabs/leaderElection.ts";
import { createTabQuery } from "../../../src/store/tabs/tabQuery.ts";
import { syncTabs } from "../../../src/store/tabs/tabSync.ts";
import { createOwnedThread } from "../../../src/store/thread/createThread.ts";
import type { ThreadInternals } from "../../../src/store/thread/threadInternals.ts";
import { scriptedAgent } from "../../../src/testing.ts";

/** Returns the internals of a thread that has a storage, but is not restored from it. */
function createInternals(): ThreadInternals {
  const created: ThreadInternals[] = [];
  createOwnedThread(
    { agent: scriptedAgent([]), storage: memoryStorage() },
    undefined,
    async (internals) => void created.push(internals),
  );
  const [internals] = created;
  if (!internals) throw new Error("The thread was not restored.");
  return internals;
}

/** Creates the election of a tab without Web Locks, which is granted the lock at once. */
function createElection() {
  const internals = createInternals();
  const election = createLeaderElection({
    internals,
    lockName: "lock",
    query: createTabQuery({ post() {}, close() {} }, () => undefined),
    catchUpBeforeTurn: async () => {},
    adoptStoredLog: async () => {},
    commitWithDelayedWrite: (commit) => commit(),
    onRunStart() {},
  });
  return { election, enterTurn: () => election.enterTurn(internals.getBaseSnapshot()) };
}

test("a leader whose run another tab has replaced cedes until its turn has ended", async () => {
  const { election, enterTurn } = createElection();
  const turn = await enterTurn();
  expect([election.isLeader(), election.isCeding()]).toEqual([true, false]);
  election.cedeLeadership();
  expect([election.isLeader(), election.isCeding()]).toEqual([false, true]);
  expect(election.wasLeader()).toBe(false);
  turn.endTurn();
  expect([election.isLeader(), election.isCeding()]).toEqual([false, false]);
});

test("a turn that ends late does not end the leadership of the next turn", async () => {
  const { election, enterTurn } = createElection();
  const late = await enterTurn();
  election.cedeLeadership();
  const next = await enterTurn();
  late.endTurn();
  expect(election.isLeader()).toBe(true);
  next.endTurn();
  expect(election.isLeader()).toBe(false);
});

test.each([
  { title: "adopts the stored log when it writes nothing", writes: false, adoptions: 1 },
  { title: "adopts no stored log when it writes", writes: true, adoptions: 0 },
])("a tab that reads the storage $title meanwhile", async ({ writes, adoptions }) => {
  const internals = createInternals();
  const log = openLog(internals);
  const stored = [...log.entries, createActionEntry("cursor", { cursor: "1" })];
  let isIdle = true;
  let adopted = 0;
  const tabs = syncTabs(internals);
  tabs.startReplication({
    log,
    storedCount: 0,
    async readStoredEntries() {
      isIdle = !writes;
      return stored;
    },
    isWriterIdle: () => isIdle,
    onStoredAdopted() {
      adopted += 1;
    },
    commitWithDelayedWrite: (commit) => commit(),
  });
  await internals.features.beforeTurn?.(internals.getBaseSnapshot());
  expect(adopted).toBe(adoptions);
  expect(log.entries).toEqual(writes ? [] : stored);
  tabs.close();
});

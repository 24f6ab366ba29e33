import { randomId } from "../../protocol/randomId.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { waitAtMost } from "../run/abortable.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { createActionForwarder } from "./actionForwarder.ts";
import { createLeaderElection } from "./leaderElection.ts";
import { createLogReplica, type LogReplica } from "./logReplica.ts";
import { observePageLifecycle } from "./observePageLifecycle.ts";
import { openTabChannel, type ReceivedMessage, type TabChannel } from "./tabChannel.ts";
import { createTabQuery } from "./tabQuery.ts";
import { getLockManager, threadLockName } from "./webLock.ts";

/** Longest wait for the storage before a turn of a tab that runs alone, in milliseconds. */
const READ_WITHIN_MS = 1_000;

/** Synchronization of the tabs of this browser that show the same thread. */
export interface TabSync {
  /** True when this tab runs alone: other tabs may change the stored thread without its knowledge. */
  readonly isAlone: boolean;
  /** Keeps the log of this tab equal to the logs of the other tabs from now on. */
  startReplication(replicated: PersistedLog): void;
  /** Ends a stored run that no tab runs. @returns The function that resumes the run, where the agent can connect. */
  endOrphanedRun(): Promise<(() => void) | undefined>;
  /** True while a turn waits for its lock, or while the result of a forwarded action is unknown. */
  hasPendingActions(): boolean;
  close(): void;
}

/** The log of a restored thread, with its access to the storage. */
interface PersistedLog {
  readonly log: EventLog;
  /** Number of entries that are stored. */
  readonly storedCount: number;
  /** Reads the stored log; resolves with `undefined` when it cannot be read completely. */
  readonly readStoredEntries: () => Promise<EventLog["entries"] | undefined>;
  /** True when every entry of this tab is stored, or nothing more will be stored: the stored log may be adopted. */
  readonly isWriterIdle: () => boolean;
  /** Called when this log begins with the entries that `readStoredEntries` has returned last. */
  readonly onStoredAdopted: () => void;
  /** Calls `commit` so that its entries are written with the next action of the user, when this tab runs alone. */
  readonly commitWithDelayedWrite: (commit: () => void) => void;
}

/** Channel of a tab that runs alone. */
const NO_CHANNEL: TabChannel = { post() {}, close() {} };

/**
 * Joins the tabs that show a thread. They elect a leader with Web Locks, and replicate its log over a
 * `BroadcastChannel`. Without locks the tab runs alone: it posts nothing, and reads the storage before each turn.
 */
export function syncTabs(internals: ThreadInternals, storageId = ""): TabSync {
  const name = threadLockName(storageId, internals.getBaseSnapshot().threadId);
  const tabId = randomId();
  /** Absent until the thread is restored: until then, this tab has no log to replicate. */
  let persistedLog: PersistedLog | undefined;
  let replica: LogReplica | undefined;
  const opened = getLockManager()
    ? openTabChannel(name, tabId, (message) => {
        if (!internals.isDisposed()) handleMessage(message);
      })
    : undefined;
  const channel = opened ?? NO_CHANNEL;
  const query = createTabQuery(channel, () => replica?.getState());
  const election = createLeaderElection({
    internals,
    lockName: name,
    query,
    catchUpBeforeTurn: () =>
      opened
        ? query.queryTabs()
        : waitAtMost(
            READ_WITHIN_MS,
            adoptStoredLog().catch(() => {}),
          ),
    onRunStart: () => replica?.startRun(),
    adoptStoredLog,
    commitWithDelayedWrite(commit) {
      if (persistedLog) persistedLog.commitWithDelayedWrite(commit);
      else commit();
    },
  });
  const forwarder = createActionForwarder(internals, channel, election.isRunningInOtherTab);
  let stopObserving: (() => void) | undefined;

  function startReplication(persisted: PersistedLog): void {
    const { log, storedCount } = persisted;
    persistedLog = persisted;
    replica = createLogReplica({
      internals,
      log,
      tabId,
      storedCount,
      postWrite(write, previous, version) {
        // A thread that was disposed during a run still writes the end of that run.
        if (internals.isDisposed()) return;
        channel.post({
          ...write,
          type: "written",
          previous,
          version,
          isLeader: election.isLeader(),
        });
      },
      queryTabs: () => void query.queryTabs(),
      onReplace: election.cedeLeadership,
      onShown: election.takeover.updateLeaderWatch,
      redoActions: forwarder.redoActions,
    });
    internals.features.beforeTurn = election.enterTurn;
    internals.features.stopOtherTab = () => {
      if (!internals.isDisposed()) channel.post({ type: "stop" });
    };
    internals.features.forwardChange = (change) => {
      // A run that was replaced must not change the conversation of the other tab.
      const isDropped = election.isCeding() && !forwarder.isRedoing();
      if (isDropped && change.cause?.name !== "state") return true;
      if (!election.isRunningInOtherTab()) return false;
      forwarder.forwardChange(change);
      return true;
    };
    stopObserving = observePageLifecycle({
      onHide: () => channel.post({ type: "leave" }),
      onReturn: () => void adoptMissedOnReturn().catch(() => {}),
    });
  }

  /** Adopts the stored log, unless this tab writes entries of its own meanwhile. */
  async function adoptStoredLog(): Promise<void> {
    if (!persistedLog) return;
    const { log, isWriterIdle, readStoredEntries, onStoredAdopted } = persistedLog;
    const { length } = log.entries;
    const isUnchanged = () => isWriterIdle() && log.entries.length === length;
    const entries = isUnchanged() ? await readStoredEntries() : undefined;
    if (!entries || !isUnchanged() || internals.isDisposed()) return;
    if (replica?.adoptStoredEntries(entries)) onStoredAdopted();
  }

  /** Adopts entries that this tab has missed while the browser had put it away. */
  async function adoptMissedOnReturn(): Promise<void> {
    const responses = await query.queryTabs({ includesUnknownTabs: true });
    // Tabs that have continued the thread meanwhile may be closed.
    if (responses === 0) await adoptStoredLog();
  }

  function handleMessage(message: ReceivedMessage): void {
    const { from } = message;
    query.handleMessage(message);
    switch (message.type) {
      case "written":
        if (message.isLeader) election.handleOtherLeader();
        if (replica?.applyWrite(message)) postLog(from, replica);
        return;
      case "query": {
        const response = message.state && replica?.respondToQuery(message.state);
        const isLeader = election.isLeader();
        channel.post({ type: "response", id: message.id, isLeader, ...response }, from);
        return;
      }
      case "response":
        if (message.isLeader) election.handleOtherLeader();
        replica?.applyResponse(message);
        return;
      case "action":
        if (election.isLeader() || election.wasLeader()) forwarder.performForwarded(message, from);
        return;
      case "done":
        forwarder.handleDone(message);
        return;
      case "stop":
        if (election.isLeader()) internals.stop();
    }
  }

  /** Posts the log to a tab whose log is older. One tab does so: the leader, or the tab that wrote last. */
  function postLog(to: string, { getState, log }: LogReplica): void {
    const { version } = getState();
    const isLeader = election.isLeader();
    if (!isLeader && version.tabId !== tabId && query.isKnownTab(version.tabId)) return;
    channel.post({ type: "response", id: "", isLeader, version, entries: log.entries }, to);
  }

  return {
    isAlone: !opened,
    startReplication,
    async endOrphanedRun() {
      const resume = await election.takeover.endRunOfClosedTab();
      // Actions were forwarded while the stored run seemed to belong to another tab.
      forwarder.reclaimPending();
      return resume;
    },
    hasPendingActions: () => election.isEntering() || forwarder.hasPending(),
    close() {
      stopObserving?.();
      forwarder.close();
      election.takeover.stopWatching();
      channel.post({ type: "leave" });
      channel.close();
    },
  };
}

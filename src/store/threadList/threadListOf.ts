import type { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../client/clientTypes.ts";
import { type RecordsChange, threadRecords } from "../persistence/threadRecords.ts";
import { type RemoteRuns, watchRemoteRuns } from "../tabs/remoteRuns.ts";
import { forkListedThread } from "./forkListedThread.ts";
import { createIdleEviction } from "./idleEviction.ts";
import { createListRecords, type ListRecords } from "./listRecords.ts";
import { createLoadedThreads } from "./loadedThreads.ts";
import { summarizeThreads } from "./summarizeThreads.ts";
import { createThreadListState } from "./threadListState.ts";
import type {
  CreateTitle,
  ThreadListOptions,
  ThreadListState,
  ThreadListStore,
} from "./threadListTypes.ts";
import type { ThreadStatus, WatchedThread } from "./watchThread.ts";

const listsByClient = new WeakMap<AgentClient, ThreadListStore>();

/** Returns the thread list of a client; all callers share it. */
export function threadListOf(client: AgentClient): ThreadListStore {
  const existing = listsByClient.get(client);
  if (existing) return existing;
  const created = createThreadList(client);
  listsByClient.set(client, created);
  return created;
}

function createThreadList(client: AgentClient): ThreadListStore {
  const { storage } = client;
  const records = storage && threadRecords(storage);
  const state = createThreadListState(records !== undefined, { start, stop });
  const listRecords = createListRecords(records, update);
  const loaded = createLoadedThreads(client, {
    onChange: handleChange,
    onThreadsChange: updateAndEvict,
  });
  const visible = createVisibleThreads();
  const removed = new Set<string>();
  const isRemoved = (threadId: string) => removed.has(threadId);
  const generateTitle = createTitleGenerator(listRecords, isRemoved);
  let options: ThreadListOptions = { maxLoaded: 10 };
  const eviction = createIdleEviction(
    () =>
      storage
        ? loaded.listThreads().filter(({ thread }) => !visible.hasThread(thread.threadId))
        : [],
    () => options.maxLoaded,
  );
  /** Runs of other tabs, while there are subscribers; absent without a storage. */
  let remoteRuns: RemoteRuns | undefined;
  let unsubscribe: (() => void) | undefined;
  let isActive = false;

  const isLoaded = (threadId: string) => loaded.withId(threadId).some(({ status }) => status);

  function update(change: Partial<ThreadListState> = {}): void {
    for (const threadId of visible.listIds()) listRecords.markRead(threadId);
    const all = listRecords.listRecords();
    remoteRuns?.checkRecords(all.filter(({ threadId }) => !isLoaded(threadId)));
    const facts = {
      loadedWithId: loaded.withId,
      isVisible: visible.hasThread,
      isRunningInOtherTab: remoteRuns?.isRunning ?? (() => false),
    };
    state.setState({ ...change, threads: summarizeThreads(all, facts, state.getState().threads) });
  }

  function updateAndEvict(): void {
    update();
    eviction.scheduleCheck();
  }

  function handleChange(watched: WatchedThread, before: ThreadStatus | undefined): void {
    const { thread, status } = watched;
    if (before || !listRecords.get(thread.threadId)) addUnsavedRecord(watched);
    const hasEnded = before?.isRunning && status && !status.isRunning && !status.needsInput;
    if (hasEnded) generateTitle(watched, options.createTitle);
    updateAndEvict();
  }

  function addUnsavedRecord({ thread, status }: WatchedThread): void {
    if (status?.hasUserMessage && !isRemoved(thread.threadId)) listRecords.addUnsavedRecord(thread);
  }

  function load(): void {
    if (!records) return;
    const { threads, isLoading } = state.getState();
    state.setState({ isLoading: threads.length === 0 || isLoading, error: undefined });
    const finishLoading = (error?: AgentKitError) => {
      if (!isActive) return;
      for (const watched of loaded.listThreads())
        if (!listRecords.get(watched.thread.threadId)) addUnsavedRecord(watched);
      update({ isLoading: false, error });
    };
    listRecords.loadRecords().then(() => finishLoading(), finishLoading);
  }

  /** Disposes a thread that was removed in this tab or another one. */
  function disposeRemoved(threadId: string): void {
    removed.add(threadId);
    listRecords.removeUnsavedRecord(threadId);
    loaded.dispose(threadId);
  }

  function handleRecordsChange(change: RecordsChange): void {
    if (change.removedId !== undefined) disposeRemoved(change.removedId);
    update();
  }

  function start(): void {
    isActive = true;
    if (records) {
      unsubscribe = records.subscribe(handleRecordsChange);
      remoteRuns = watchRemoteRuns(storage?.id ?? "", update);
    }
    loaded.startWatching();
    load();
  }

  function stop(): void {
    isActive = false;
    eviction.cancelCheck();
    unsubscribe?.();
    remoteRuns?.stopWatching();
    loaded.stopWatching();
  }

  return {
    initialState: state.initialState,
    getState: state.getState,
    subscribe: state.subscribe,
    configure(next) {
      options = next;
      eviction.scheduleCheck();
    },
    markVisible(threadId) {
      const hide = visible.markVisible(threadId);
      loaded.markUsed(threadId);
      update();
      return () => {
        hide();
        loaded.markUsed(threadId);
        eviction.scheduleCheck();
      };
    },
    getAgentId: (threadId) => listRecords.get(threadId)?.agentId,
    isRemoved,
    isEmpty: (threadId) =>
      !listRecords.get(threadId) &&
      !loaded.withId(threadId).some(({ status }) => status?.hasUserMessage !== false),
    reload: load,
    async rename(threadId, title) {
      const name = title.trim();
      if (name !== "")
        await listRecords.changeRecord(threadId, { title: name, hasCustomTitle: true });
    },
    archive: (threadId, isArchived) => listRecords.changeRecord(threadId, { isArchived }),
    fork: (thread, request) => forkListedThread(client, listRecords, thread, request),
    async remove(threadId) {
      // Stops the run in other tabs as well.
      for (const thread of client.threads()) if (thread.threadId === threadId) thread.stop();
      if (!records) {
        disposeRemoved(threadId);
        update();
        return;
      }
      try {
        await records.removeThread(threadId);
      } catch (error) {
        removed.delete(threadId);
        update();
        throw error;
      }
    },
  };
}

/** Creates a function that generates the title of a thread once, after its first user message was answered. */
function createTitleGenerator(listRecords: ListRecords, isRemoved: (threadId: string) => boolean) {
  const requestedIds = new Set<string>();
  const hasCustomTitle = (threadId: string) => listRecords.get(threadId)?.hasCustomTitle === true;

  return ({ thread, hasRun }: WatchedThread, createTitle: CreateTitle | undefined): void => {
    const { threadId } = thread;
    const snapshot = thread.getSnapshot();
    const userMessages = snapshot.messages.filter(({ role }) => role === "user");
    const isFirstAnswer = userMessages.length === 1 && snapshot.run.outcome === "success";
    if (
      !createTitle ||
      !hasRun ||
      !isFirstAnswer ||
      requestedIds.has(threadId) ||
      hasCustomTitle(threadId)
    )
      return;
    requestedIds.add(threadId);
    (async () => {
      const title = (await createTitle(snapshot)).trim();
      // A user may have set a title meanwhile.
      if (title === "" || hasCustomTitle(threadId) || isRemoved(threadId)) return;
      await listRecords.changeRecord(threadId, { title, hasCustomTitle: true });
    })().catch(() => {
      // The first user message stays the title.
    });
  };
}

/** Threads that a user has open. */
interface VisibleThreads {
  hasThread(threadId: string): boolean;
  listIds(): Iterable<string>;
  /** Returns the function that ends the mark. */
  markVisible(threadId: string): () => void;
}

/** Creates the set of visible threads, and counts how often each is visible. */
function createVisibleThreads(): VisibleThreads {
  const counts = new Map<string, number>();
  return {
    hasThread: (threadId) => counts.has(threadId),
    listIds: () => counts.keys(),
    markVisible(threadId) {
      counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
      return () => {
        const count = (counts.get(threadId) ?? 1) - 1;
        if (count > 0) counts.set(threadId, count);
        else counts.delete(threadId);
      };
    },
  };
}

import type { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../client/types.ts";
import { type RecordsChange, threadRecords } from "../persistence/threadRecords.ts";
import { type RemoteRuns, watchRemoteRuns } from "../tabs/remoteRuns.ts";
import { createIdleEviction } from "./evictIdle.ts";
import { forkListed } from "./forkListedThread.ts";
import { createTitleGenerator } from "./generateTitles.ts";
import { createKnownRecords } from "./knownRecords.ts";
import { createLoadedThreads } from "./loadedThreads.ts";
import { summarize } from "./summaries.ts";
import { createThreadListState } from "./threadListState.ts";
import type { ThreadListOptions, ThreadListState, ThreadListStore } from "./types.ts";
import { createVisibleThreads } from "./visibleThreads.ts";
import type { ThreadStatus, WatchedThread } from "./watchThread.ts";

const directories = new WeakMap<AgentClient, ThreadListStore>();

/** The directory of a client's threads, the same for all who ask. */
export function threadListOf(client: AgentClient): ThreadListStore {
  const found = directories.get(client);
  if (found) return found;
  const made = createThreadDirectory(client);
  directories.set(client, made);
  return made;
}

function createThreadDirectory(client: AgentClient): ThreadListStore {
  const { storage } = client;
  const records = storage && threadRecords(storage);
  const state = createThreadListState(records !== undefined, { start, stop });
  const known = createKnownRecords(records, update);
  const loaded = createLoadedThreads(client, { onChange: handleChange, onLook: updateAndRelease });
  const shown = createVisibleThreads();
  const removed = new Set<string>();
  const isRemoved = (threadId: string) => removed.has(threadId);
  const nameOnce = createTitleGenerator(known, isRemoved);
  let options: ThreadListOptions = { maxLoaded: 10 };
  const releaser = createIdleEviction(
    () => (storage ? loaded.all().filter(({ thread }) => !shown.has(thread.threadId)) : []),
    () => options.maxLoaded,
  );
  /** While somebody subscribes; absent without a storage, of which no other page knows. */
  let otherPages: RemoteRuns | undefined;
  let forget: (() => void) | undefined;
  let isWatching = false;

  const isLoaded = (threadId: string) => loaded.withId(threadId).some(({ status }) => status);

  function update(change: Partial<ThreadListState> = {}): void {
    for (const threadId of shown.all()) known.markRead(threadId);
    const all = known.all();
    otherPages?.checkRecords(all.filter(({ threadId }) => !isLoaded(threadId)));
    const questions = {
      loadedWithId: loaded.withId,
      isShown: shown.has,
      isRunningElsewhere: otherPages?.isRunning ?? (() => false),
    };
    state.setState({ ...change, threads: summarize(all, questions, state.getState().threads) });
  }

  function updateAndRelease(): void {
    update();
    releaser.schedule();
  }

  function handleChange(live: WatchedThread, before: ThreadStatus | undefined): void {
    const { thread, status } = live;
    if (before || !known.get(thread.threadId)) note(live);
    const hasEnded = before?.isRunning && status && !status.isRunning && !status.needsInput;
    if (hasEnded) nameOnce(live, options.createTitle);
    updateAndRelease();
  }

  function note({ thread, status }: WatchedThread): void {
    if (status?.hasUserMessage && !isRemoved(thread.threadId)) known.noteThread(thread);
  }

  function load(): void {
    if (!records) return;
    const { threads, isLoading } = state.getState();
    state.setState({ isLoading: threads.length === 0 || isLoading, error: undefined });
    const settle = (error?: AgentKitError) => {
      if (!isWatching) return;
      for (const live of loaded.all()) if (!known.get(live.thread.threadId)) note(live);
      update({ isLoading: false, error });
    };
    known.load().then(() => settle(), settle);
  }

  /** Lets go of a thread that somebody has removed, here or in another page. */
  function letGo(threadId: string): void {
    removed.add(threadId);
    known.forgetThread(threadId);
    loaded.dispose(threadId);
  }

  function hear(news: RecordsChange): void {
    if (news.removedId !== undefined) letGo(news.removedId);
    update();
  }

  function start(): void {
    isWatching = true;
    if (records) {
      forget = records.subscribe(hear);
      otherPages = watchRemoteRuns(storage?.id ?? "", update);
    }
    loaded.start();
    load();
  }

  function stop(): void {
    isWatching = false;
    releaser.cancel();
    forget?.();
    otherPages?.stop();
    loaded.stop();
  }

  return {
    initialState: state.initialState,
    getState: state.getState,
    subscribe: state.subscribe,
    configure(next) {
      options = next;
      releaser.schedule();
    },
    markVisible(threadId) {
      const hide = shown.markVisible(threadId);
      loaded.markUsed(threadId);
      update();
      return () => {
        hide();
        loaded.markUsed(threadId);
        releaser.schedule();
      };
    },
    getAgentId: (threadId) => known.get(threadId)?.agentId,
    isRemoved,
    isEmpty: (threadId) =>
      !known.get(threadId) &&
      !loaded.withId(threadId).some(({ status }) => status?.hasUserMessage !== false),
    reload: load,
    async rename(threadId, title) {
      const name = title.trim();
      if (name !== "") await known.change(threadId, { title: name, hasCustomTitle: true });
    },
    archive: (threadId, isArchived) => known.change(threadId, { isArchived }),
    fork: (thread, request) => forkListed(client, known, thread, request),
    async remove(threadId) {
      // Its run is stopped in other pages too.
      for (const thread of client.threads()) if (thread.threadId === threadId) thread.stop();
      if (!records) {
        letGo(threadId);
        update();
        return;
      }
      try {
        await records.remove(threadId);
      } catch (error) {
        removed.delete(threadId);
        update();
        throw error;
      }
    },
  };
}

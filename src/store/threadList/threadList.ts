import type { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../client/types.ts";
import { lazyModule } from "../loadModule.ts";
import type { RecordEvent } from "../persistence/recordTypes.ts";
import { threadRecords } from "../persistence/threadRecords.ts";
import { type RemoteRuns, watchOtherPages } from "../tabs/remoteRuns.ts";
import { createIdleEviction } from "./evictIdle.ts";
import { createTitles } from "./generateTitles.ts";
import { createKnownRecords } from "./knownRecords.ts";
import { createLoadedThreads } from "./loadedThreads.ts";
import { summarize } from "./summaries.ts";
import { createDirectoryState } from "./threadListState.ts";
import type { ThreadDirectoryOptions, ThreadDirectoryState, ThreadListStore } from "./types.ts";
import { createShownThreads } from "./visibleThreads.ts";
import type { LiveThread, ThreadStatus } from "./watchThread.ts";

/** What few lists ask for. */
const loadForking = lazyModule(() => import("./forkListedThread.ts"));

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
  const state = createDirectoryState(records !== undefined, { start, stop });
  const known = createKnownRecords(records, update);
  const loaded = createLoadedThreads(client, { onChange: handleChange, onLook: updateAndRelease });
  const shown = createShownThreads();
  const removed = new Set<string>();
  const isRemoved = (threadId: string) => removed.has(threadId);
  const nameOnce = createTitles(known, isRemoved);
  let options: ThreadDirectoryOptions = { maxLoaded: 10 };
  const releaser = createIdleEviction(
    () => (storage ? loaded.all().filter(({ thread }) => !shown.has(thread.threadId)) : []),
    () => options.maxLoaded,
  );
  /** While somebody subscribes; absent without a storage, of which no other page knows. */
  let otherPages: RemoteRuns | undefined;
  let forget: (() => void) | undefined;
  let isWatching = false;

  const isLoaded = (threadId: string) => loaded.of(threadId).some(({ facts }) => facts);

  function update(change: Partial<ThreadDirectoryState> = {}): void {
    for (const threadId of shown.all()) known.markRead(threadId);
    const all = known.all();
    otherPages?.look(all.filter(({ threadId }) => !isLoaded(threadId)));
    const questions = {
      livesOf: loaded.of,
      isShown: shown.has,
      isRunningElsewhere: otherPages?.isRunning ?? (() => false),
    };
    state.set({ ...change, threads: summarize(all, questions, state.getState().threads) });
  }

  function updateAndRelease(): void {
    update();
    releaser.schedule();
  }

  function handleChange(live: LiveThread, before: ThreadStatus | undefined): void {
    const { thread, facts } = live;
    if (before || !known.get(thread.threadId)) note(live);
    const hasEnded = before?.isRunning && facts && !facts.isRunning && !facts.needsInput;
    if (hasEnded) nameOnce(live, options.createTitle);
    updateAndRelease();
  }

  function note({ thread, facts }: LiveThread): void {
    if (facts?.hasSpoken && !isRemoved(thread.threadId)) known.note(thread);
  }

  function load(): void {
    if (!records) return;
    const { threads, isLoading } = state.getState();
    state.set({ isLoading: threads.length === 0 || isLoading, error: undefined });
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
    known.forget(threadId);
    loaded.dispose(threadId);
  }

  function hear(news: RecordEvent): void {
    if (news.removedId !== undefined) letGo(news.removedId);
    otherPages?.hear(news);
    update();
  }

  function start(): void {
    isWatching = true;
    if (records) {
      forget = records.subscribe(hear);
      otherPages = watchOtherPages(records, storage?.id ?? "", update);
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
    show(threadId) {
      const hide = shown.add(threadId);
      loaded.touch(threadId);
      update();
      return () => {
        hide();
        loaded.touch(threadId);
        releaser.schedule();
      };
    },
    agentOf: (threadId) => known.get(threadId)?.agentId,
    isRemoved,
    isEmpty: (threadId) =>
      !known.get(threadId) && !loaded.of(threadId).some(({ facts }) => facts?.hasSpoken !== false),
    reload: load,
    async rename(threadId, title) {
      const name = title.trim();
      if (name !== "") await known.change(threadId, { title: name, hasCustomTitle: true });
    },
    archive: (threadId, isArchived) => known.change(threadId, { isArchived }),
    async fork(thread, wish) {
      const { forkListed } = await loadForking();
      return forkListed(client, known, thread, wish);
    },
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

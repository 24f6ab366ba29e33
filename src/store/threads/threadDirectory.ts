import { AgentKitError } from "../../protocol/errors.ts";
import { present } from "../../protocol/present.ts";
import type { AgentClient } from "../clientTypes.ts";
import { type RecordChange, recordsOf, titleOf } from "../storage/records.ts";
import { STORAGE_VERSION, type ThreadRecord } from "../storage/types.ts";
import type { Thread } from "../thread.ts";
import { type LiveFacts, type LiveThread, watchThread } from "./liveThread.ts";
import { createReleaser } from "./releaseIdle.ts";
import { summarize } from "./summaries.ts";
import type { ThreadDirectory, ThreadDirectoryOptions, ThreadDirectoryState } from "./types.ts";

const directories = new WeakMap<AgentClient, ThreadDirectory>();

/** The directory of a client's threads, the same for all who ask. */
export function directoryOf(client: AgentClient): ThreadDirectory {
  const found = directories.get(client);
  if (found) return found;
  const made = createThreadDirectory(client);
  directories.set(client, made);
  return made;
}

function createThreadDirectory(client: AgentClient): ThreadDirectory {
  const { storage } = client;
  const records = storage && recordsOf(storage);
  /** Of threads that no storage knows. */
  const notes = new Map<string, ThreadRecord>();
  const lives = new Map<Thread, LiveThread>();
  const listeners = new Set<() => void>();
  /** How many times each thread is shown. */
  const shown = new Map<string, number>();
  const removed = new Set<string>();
  const titled = new Set<string>();
  let options: ThreadDirectoryOptions = { maxLoaded: 10 };
  let isWatching = false;
  /** Whether it is known what the storage knows. */
  let isRead = records === undefined;
  let stops: readonly (() => void)[] = [];
  const initialState: ThreadDirectoryState = {
    threads: [],
    isLoading: records !== undefined,
    error: undefined,
  };
  let state = initialState;

  const releaser = createReleaser(
    () => (storage ? [...lives.values()].filter(isHidden) : []),
    () => options.maxLoaded,
  );
  const isShown = (threadId: string) => shown.has(threadId);
  const isHidden = ({ thread }: LiveThread) => !isShown(thread.threadId);
  const recordOf = (threadId: string) => records?.get(threadId) ?? notes.get(threadId);
  const threadsOf = (id: string) => client.threads().filter(({ threadId }) => threadId === id);
  const livesOf = (threadId: string) =>
    [...lives.values()].filter(({ thread }) => thread.threadId === threadId);

  function set(next: ThreadDirectoryState): void {
    const isSame =
      next.threads === state.threads &&
      next.isLoading === state.isLoading &&
      next.error === state.error;
    if (isSame) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function update(change: Partial<ThreadDirectoryState> = {}): void {
    for (const threadId of shown.keys()) markRead(threadId);
    const stored = records?.all() ?? [];
    const noted = [...notes.values()].filter(({ threadId }) => !records?.get(threadId));
    const all = [...stored, ...noted];
    set({
      ...state,
      ...change,
      threads: summarize(all, [...lives.values()], isShown, state.threads),
    });
  }

  /** Changes what is kept of a thread, in its storage where it has one. */
  async function change(threadId: string, wanted: RecordChange): Promise<void> {
    const note = notes.get(threadId);
    if (records) {
      const { version: _, threadId: __, ...noted } = note ?? ({} as Partial<ThreadRecord>);
      await records.change(threadId, { ...(records.get(threadId) ? {} : noted), ...wanted });
    } else if (note) {
      notes.set(threadId, { ...note, ...wanted });
      update();
    }
  }

  /** For other pages and later ones, where it is not read already. */
  function markRead(threadId: string): void {
    const record = recordOf(threadId);
    if (!record || (record.readAt ?? record.createdAt) >= record.updatedAt) return;
    const readAt = record.updatedAt;
    // A note is changed in place, as this is called by what shows it.
    if (records?.get(threadId)) records.change(threadId, { readAt }).catch(() => {});
    else notes.set(threadId, { ...record, readAt });
  }

  function handleChange(live: LiveThread, before: LiveFacts | undefined): void {
    const { thread, facts } = live;
    live.usedAt = Date.now();
    if (before || !recordOf(thread.threadId)) note(live);
    if (before?.isRunning && facts && !facts.isRunning && !facts.needsAnswer) nameOnce(live);
    update();
    releaser.schedule();
  }

  /** Notes that something was said in a thread, where no storage does. */
  function note({ thread, facts }: LiveThread): void {
    const { threadId, agentId } = thread;
    if (!facts?.hasSpoken || removed.has(threadId)) return;
    if (!isRead || records?.get(threadId)) return;
    const now = Date.now();
    const before = notes.get(threadId);
    const title = before?.isNamed ? before.title : titleOf(thread.getSnapshot());
    notes.set(threadId, {
      version: STORAGE_VERSION,
      threadId,
      createdAt: now,
      ...before,
      ...present({ agentId, title }),
      updatedAt: now,
    });
  }

  /** Asks for a title when the first thing that was said has been answered. */
  function nameOnce({ thread, hasRun }: LiveThread): void {
    const { createTitle } = options;
    const { threadId } = thread;
    const snapshot = thread.getSnapshot();
    const said = snapshot.messages.filter(({ role }) => role === "user");
    const isFirst = said.length === 1 && snapshot.run.outcome === "success";
    if (!createTitle || !hasRun || !isFirst || titled.has(threadId)) return;
    titled.add(threadId);
    (async () => {
      const title = (await createTitle(snapshot)).trim();
      if (title === "" || recordOf(threadId)?.isNamed || removed.has(threadId)) return;
      await change(threadId, { title, isNamed: true });
    })().catch(() => {
      // What was said first goes on being the title.
    });
  }

  /** Watches the threads there are now. */
  function look(): void {
    if (!isWatching) return;
    const current = new Set(client.threads());
    for (const [thread, live] of lives) {
      if (current.has(thread)) continue;
      live.stop();
      lives.delete(thread);
    }
    for (const thread of current) {
      if (lives.has(thread)) continue;
      const made = watchThread(thread, (live, before) => {
        // The first time it is told of while it is being made.
        lives.set(thread, live);
        handleChange(live, before);
      });
      made.usedAt = Date.now();
      lives.set(thread, made);
    }
    update();
    releaser.schedule();
  }

  function load(): void {
    if (!records) return;
    set({ ...state, isLoading: state.threads.length === 0 || state.isLoading, error: undefined });
    const settle = (error?: AgentKitError) => {
      if (!isWatching) return;
      isRead = true;
      for (const live of lives.values()) if (!recordOf(live.thread.threadId)) note(live);
      update({ isLoading: false, error });
    };
    records.load().then(
      () => settle(),
      (error: unknown) => settle(toError(error)),
    );
  }

  /** Lets go of a thread that somebody has removed, here or in another page. */
  function letGo(threadId: string): void {
    removed.add(threadId);
    notes.delete(threadId);
    for (const thread of threadsOf(threadId)) {
      lives.get(thread)?.stop();
      lives.delete(thread);
      thread.dispose();
    }
  }

  function start(): void {
    isWatching = true;
    // Threads are made while something renders, which no other component may be told of then.
    let isDue = false;
    const lookSoon = () => {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        look();
      });
    };
    const hear = (removedId?: string) => {
      if (removedId !== undefined) letGo(removedId);
      update();
    };
    stops = [client.subscribe(lookSoon), records?.subscribe(hear) ?? (() => {})];
    look();
    load();
  }

  function stop(): void {
    isWatching = false;
    releaser.cancel();
    for (const end of stops) end();
    for (const live of lives.values()) live.stop();
    lives.clear();
  }

  return {
    initialState,
    getState: () => state,
    subscribe(listener) {
      // Each has its own place, also when it is the same function.
      const own = () => listener();
      listeners.add(own);
      if (listeners.size === 1) start();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop();
      };
    },
    configure(next) {
      options = next;
      releaser.schedule();
    },
    show(threadId) {
      shown.set(threadId, (shown.get(threadId) ?? 0) + 1);
      for (const live of livesOf(threadId)) live.usedAt = Date.now();
      update();
      return () => {
        const count = (shown.get(threadId) ?? 1) - 1;
        if (count > 0) shown.set(threadId, count);
        else shown.delete(threadId);
        for (const live of livesOf(threadId)) live.usedAt = Date.now();
        releaser.schedule();
      };
    },
    agentOf: (threadId) => recordOf(threadId)?.agentId,
    isRemoved: (threadId) => removed.has(threadId),
    isEmpty: (threadId) =>
      !recordOf(threadId) && !livesOf(threadId).some(({ facts }) => facts?.hasSpoken !== false),
    reload: load,
    async rename(threadId, title) {
      const name = title.trim();
      if (name !== "") await change(threadId, { title: name, isNamed: true });
    },
    archive: (threadId, isArchived) => change(threadId, { isArchived }),
    async remove(threadId) {
      // Its run is stopped in other pages too.
      for (const thread of threadsOf(threadId)) thread.stop();
      if (records) return records.remove(threadId);
      letGo(threadId);
      update();
    },
  };
}

function toError(error: unknown): AgentKitError {
  if (error instanceof AgentKitError) return error;
  return new AgentKitError("storage", "The stored threads cannot be read.", { cause: error });
}

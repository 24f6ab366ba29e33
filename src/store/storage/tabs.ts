import { AgentKitError } from "../../protocol/errors.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { firstSnapshot } from "../firstSnapshot.ts";
import { readAct } from "../log/entries.ts";
import { createRecorder } from "../log/record.ts";
import { replay } from "../log/replay.ts";
import type { ThreadLog, Written } from "../log/threadLog.ts";
import type { ThreadCore } from "../threadCore.ts";

/** What pages that show the same thread tell each other. */
type Word =
  /** Entries were written. */
  | ({ readonly type: "written"; readonly page: string } & Written)
  /** Somebody missed something. */
  | { readonly type: "ask" }
  | { readonly type: "answer"; readonly entries: readonly Event[] }
  /** For the page that runs the agent: to be done, or to stop. */
  | { readonly type: "act"; readonly entries: readonly Event[] }
  | { readonly type: "stop" };

/** The pages of this browser that show the same thread. */
export interface Tabs {
  /** Whether another page runs the agent right now. */
  isRunElsewhere(): Promise<boolean>;
  /** Keeps this page in step with the others from now on. */
  follow(log: ThreadLog): void;
  close(): void;
}

/** Where the platform has locks, one page at a time runs the agent of a thread. */
const locks = (): LockManager | undefined =>
  (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;

const ALONE: Tabs = { isRunElsewhere: async () => false, follow() {}, close() {} };

/** Joins the pages that show the thread of that id; alone where the platform cannot connect them. */
export function joinTabs<TState>(core: ThreadCore<TState>, storageId = ""): Tabs {
  const { threadId } = core.getSnapshot();
  if (typeof BroadcastChannel === "undefined") return ALONE;
  const name = `agui-kit:${storageId}:${threadId}`;
  const channel = new BroadcastChannel(name);
  // In Node, it would keep the process.
  (channel as { unref?: () => void }).unref?.();
  const page = randomId();
  /** Whether this page runs the agent, until the turn has let go. */
  let isRunner = false;
  /** Whether this page was the last to run it: what is done for the run may come when it is over. */
  let wasRunner = false;
  /** Whether the thread shows a run that is not one of this page. */
  const isElsewhere = () => {
    const { status } = core.getSnapshot().run;
    return !isRunner && status !== "idle" && status !== "waiting" && status !== "error";
  };
  const say = (word: Word) => {
    // What is let go of in mid-run still ends, when the channel is closed.
    if (core.isDisposed()) return;
    try {
      channel.postMessage(word);
    } catch {
      try {
        // An agent in the page may give what only JSON leaves out, a function for instance.
        channel.postMessage(JSON.parse(JSON.stringify(word)));
      } catch {
        // A page that has missed something asks for it.
      }
    }
  };
  /** What has been done here and waits for the page that runs the agent. */
  const recorder = createRecorder(new Set());

  async function isRunElsewhere(): Promise<boolean> {
    const held = (await locks()?.query())?.held ?? [];
    return held.some((lock) => lock.name === name);
  }

  /** Keeps other pages from running the agent until the turn is over. */
  async function enter(): Promise<() => void> {
    const { status } = core.getSnapshot().run;
    // A turn that takes calls up says `executing` before it enters.
    if (isElsewhere() && status !== "executing") throw busy();
    const before = core.getSnapshot().run.runId;
    const leave = await lock(name);
    // What is about to be said was said to a conversation that has gone on.
    if (core.getSnapshot().run.runId !== before) {
      leave();
      throw busy();
    }
    isRunner = true;
    wasRunner = true;
    return () => {
      isRunner = false;
      leave();
    };
  }

  const show = (next: Snapshot, log: ThreadLog) =>
    core.show({ ...next, branches: log.branches() } as Snapshot<TState>, "frame");

  /** The page that ran the agent is gone: what it left is cut off here. */
  function takeOver(): void {
    locks()
      ?.request(name, async () => {
        // What it has said last may still be on its way.
        await new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS));
        if (!isElsewhere() || core.isDisposed()) return;
        const snapshot = core.getSnapshot();
        const at = core.now();
        const ended = firstSnapshot({ ...core.options, snapshot }, { at, createId: core.createId });
        isRunner = true;
        core.commit(ended);
        isRunner = false;
      })
      .catch(() => {});
  }

  function follow(log: ThreadLog): void {
    log.subscribe((written) => say({ type: "written", page, ...written }));
    core.rest.enter = enter;
    core.rest.stopElsewhere = () => say({ type: "stop" });
    core.rest.divert = (change) => {
      if (!isElsewhere()) return false;
      const entries = recorder.record(change);
      if (entries.length > 0) say({ type: "act", entries });
      return true;
    };
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isRecord(data) && !core.isDisposed()) hear(data as unknown as Word, log);
    };
    if (!isElsewhere()) return;
    // What was stored may be behind what was said.
    say({ type: "ask" });
    takeOver();
  }

  /**
   * Two pages have done something in the same moment: what this one has done comes behind what the other
   * has done.
   */
  function giveWay(written: Written, log: ThreadLog): void {
    const mine = log.entries.slice(written.at);
    log.follow(written);
    show(log.snapshotAt(log.entries.length), log);
    // In the storage, what was written here may have come last.
    log.repeat(written.at);
    for (const entry of mine) doAgain(entry);
  }

  /** Does what another page, or this one on other grounds, has done. */
  function doAgain(entry: Event): void {
    const name = readAct(entry)?.name;
    if (name === undefined || name === "go") return;
    try {
      core.commit(replay(core.getSnapshot(), [entry]) as Snapshot<TState>);
    } catch {
      // It was about something that is different now.
    }
  }

  function hear(word: Word, log: ThreadLog): void {
    switch (word.type) {
      case "written": {
        const { at, entries } = word;
        const { length } = log.entries;
        if (at > length) {
          say({ type: "ask" });
          return;
        }
        if (at < length && !word.isSame) {
          if (!isRunner && (isElsewhere() || word.page < page)) giveWay(word, log);
          return;
        }
        const wasElsewhere = isElsewhere();
        log.follow(word);
        if (at < length) return;
        const hasTurned = entries.some((entry) => readAct(entry)?.name === "go");
        show(
          hasTurned ? log.snapshotAt(log.entries.length) : replay(core.getSnapshot(), entries),
          log,
        );
        if (isElsewhere()) wasRunner = false;
        if (!wasElsewhere && isElsewhere()) takeOver();
        return;
      }
      case "ask":
        if (isRunner || !isElsewhere()) say({ type: "answer", entries: log.entries });
        return;
      case "answer":
        if (word.entries.length <= log.entries.length || isRunner) return;
        log.follow({ at: 0, entries: word.entries });
        show(log.snapshotAt(log.entries.length), log);
        return;
      case "act":
        if (!isRunner && !wasRunner) return;
        for (const entry of word.entries) doAgain(entry);
        return;
      case "stop":
        if (isRunner) core.stop();
    }
  }

  return { isRunElsewhere, follow, close: () => channel.close() };
}

const busy = () => new AgentKitError("thread-busy", "The thread is running in another window.");

/** How long what a page has said may be on its way, in milliseconds. */
const LAST_WORDS_MS = 300;
/** How long a page may take to let go of a turn that is over, in milliseconds. */
const LET_GO_MS = 1_000;

/** Takes the lock of that name, where the platform has any. @throws AgentKitError `thread-busy` */
function lock(name: string): Promise<() => void> {
  const manager = locks();
  if (!manager) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LET_GO_MS);
    manager
      .request(name, { signal }, () => new Promise<void>((leave) => resolve(leave)))
      .catch(() => reject(busy()));
  });
}

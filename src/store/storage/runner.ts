import { AgentKitError } from "../../protocol/errors.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import { applyJsonPatch } from "../../reducer/patch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isMidRun } from "../connect/isMidRun.ts";
import { firstSnapshot } from "../firstSnapshot.ts";
import { isRunning } from "../isRunning.ts";
import type { ThreadCore } from "../threadCore.ts";
import { ANSWER_MS, type Asking } from "./asking.ts";
import { createSilence, SILENCE_MS } from "./silence.ts";
import { locks, takeLock } from "./threadLock.ts";

/** How long a page may take to let go of a turn that is over, in milliseconds. */
const LET_GO_MS = 1_000;

/** Sees to it that one page at a time runs the agent of a thread. */
export interface Runner {
  /** Whether this page runs it, until the turn has let go. */
  isRunner(): boolean;
  /** Whether this page was the last to do so: what is done for the run may come when it is over. */
  wasRunner(): boolean;
  /** Whether the thread shows a run that is not one of this page. */
  isElsewhere(): boolean;
  /** Whether a run of this page was given up, and is still ending. */
  isGivenUp(): boolean;
  /** Whether a page that wants to run the agent must not. */
  objects(toPage: string): boolean;
  /** Lets a turn begin that runs the agent; see `Rest.enter`. */
  enter<T>(from: Snapshot<T>): Promise<Entered<T>>;
  /** Ends a run that the thread was stored with and that no page runs; returns what takes it up. */
  settle(): Promise<(() => void) | undefined>;
  /** A page has said something that runs the agent, or that it goes. */
  noteRun(isGone: boolean): void;
  /** Looks whether there is a run of another page to wait for. */
  look(): void;
  /** Another page has gone on with the conversation, which shows that run now. */
  giveUp(runId: string | undefined): void;
}

export interface Entered<T> {
  /** What the turn begins with, on top of what other pages have done meanwhile. */
  readonly from: Snapshot<T>;
  leave(): void;
}

export interface RunnerParts<TState> {
  readonly core: ThreadCore<TState>;
  /** The name of the lock. */
  readonly name: string;
  readonly page: string;
  readonly asking: Asking;
  /** What this page writes from now on is of a run of its own. */
  readonly startRun: () => void;
  /** Takes up what has been stored meanwhile. */
  readonly readAgain: () => Promise<void>;
  /** Whether there is no way to talk to other pages. */
  readonly isAlone: boolean;
}

/**
 * Where the platform has locks, whoever has the lock runs the agent. Elsewhere a page asks all others first: one
 * that runs it objects, and of two that ask in the same moment the one with the smaller name goes on.
 */
export function createRunner<TState>(parts: RunnerParts<TState>): Runner {
  const { core, name, page, asking } = parts;
  let isRunner = false;
  /** The turn that runs the agent: the next one may begin before the last one has left. */
  let turn: object | undefined;
  let wasRunner = false;
  let isGivenUp = false;
  let isClaiming = false;
  let hasYielded = false;
  /** Lets go of the place that the next turn takes over. */
  let handed: (() => void) | undefined;
  let waiting: AbortController | undefined;
  const silence = createSilence();

  const isElsewhere = () => !isRunner && isRunning(core.getSnapshot().run);

  /** The thread without what went on in a page that is gone. */
  function cutOff(): Snapshot<TState> {
    const { getSnapshot, now, createId, options } = core;
    return firstSnapshot({ ...options, snapshot: getSnapshot() }, { at: now(), createId });
  }

  /** Whether no other page runs the agent, or is to; what was missed of it is there then. */
  async function claim(withinMs = ANSWER_MS, isOfAll = false): Promise<boolean> {
    isClaiming = true;
    hasYielded = false;
    const { isRun } = await asking.ask({ isClaim: true, isOfAll, withinMs });
    isClaiming = false;
    return !isRun && !hasYielded;
  }

  function begin(leave: () => void): () => void {
    const own = {};
    turn = own;
    isRunner = true;
    wasRunner = true;
    isGivenUp = false;
    parts.startRun();
    return () => {
      if (turn === own) {
        isRunner = false;
        isGivenUp = false;
      }
      leave();
    };
  }

  /** The place of the page that ran the agent is free, and this one has it: what is left is ended. */
  async function takeOver(leave: () => void): Promise<(() => void) | undefined> {
    const { connect } = core.options.agent;
    // Before anything is ended: it may not be there any more.
    const attaching = connect && (await import("../connect/attach.ts").catch(() => undefined));
    if (!isElsewhere() || core.isDisposed() || core.isBusy()) {
      leave();
      return undefined;
    }
    const snapshot = core.getSnapshot();
    const left = begin(leave);
    core.commit(cutOff());
    if (!attaching || !isMidRun(snapshot)) {
      left();
      return undefined;
    }
    handed = left;
    const { isRestoring: _, ...mid } = snapshot;
    return () => {
      // Shown as cut off until the agent is heard again: it may never be.
      if (handed !== left) return;
      if (!core.isDisposed()) attaching.takeUpRun(core, mid as Snapshot<TState>);
      else left();
    };
  }

  /** Waits until the page that runs the agent is gone. @returns What lets go of its place. */
  async function outlast(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (locks()) {
      const leave = await takeLock(name, signal);
      // What it has said last may still be on its way, or only have reached another page.
      if (leave) await silence.lastWords(signal);
      if (leave && !signal.aborted) await asking.ask();
      return leave;
    }
    while (!signal.aborted) {
      await silence.begins(signal);
      if (!signal.aborted && (await claim(SILENCE_MS))) return () => {};
    }
    return undefined;
  }

  async function wait(signal: AbortSignal): Promise<void> {
    const leave = await outlast(signal);
    if (!leave) return;
    // A page that was asleep may not have heard that it is long over.
    if (!signal.aborted) await parts.readAgain().catch(() => {});
    (await takeOver(leave))?.();
  }

  function look(): void {
    if (!isElsewhere() || core.isDisposed()) {
      waiting?.abort();
      waiting = undefined;
    } else if (!waiting) {
      const own = new AbortController();
      waiting = own;
      wait(own.signal)
        .catch(() => {})
        .finally(() => {
          if (waiting === own) waiting = undefined;
        });
    }
  }

  return {
    isRunner: () => isRunner,
    wasRunner: () => wasRunner,
    isElsewhere,
    isGivenUp: () => isGivenUp,
    objects(toPage) {
      if (isRunner || !isClaiming) return isRunner;
      if (page < toPage) return true;
      hasYielded = true;
      return false;
    },
    async enter(from) {
      if (handed) {
        const leave = handed;
        handed = undefined;
        return { from, leave };
      }
      const shown = core.getSnapshot();
      // A turn that takes calls up says `executing` before it enters.
      if (isElsewhere() && shown.run.status !== "executing") throw busy();
      const leave = await takeLock(name, AbortSignal.timeout(LET_GO_MS));
      if (!leave) throw busy();
      const isFree = await claim();
      const now = core.getSnapshot();
      const moved = now === shown ? from : onTop(from, shown, now);
      // What is about to be said was said to a conversation that has gone on.
      if (!isFree || !moved || now.run.runId !== shown.run.runId) {
        leave();
        throw busy();
      }
      return { from: moved, leave: begin(leave) };
    },
    async settle() {
      if (!isElsewhere()) {
        const ended = cutOff();
        if (createPatch(core.getSnapshot(), ended).length > 0) core.commit(ended);
        // What was stored may be behind what was said.
        asking.ask();
        return undefined;
      }
      const isFree = locks() !== undefined || (await claim(ANSWER_MS, !parts.isAlone));
      const leave = isFree ? await takeLock(name) : undefined;
      if (leave) return takeOver(leave);
      asking.ask();
      look();
      return undefined;
    },
    noteRun(isGone) {
      if (!isGone) wasRunner = false;
      silence.note(isGone);
    },
    look,
    giveUp(runId) {
      if (!isRunner) return;
      isRunner = false;
      wasRunner = false;
      if (handed) {
        handed();
        handed = undefined;
        return;
      }
      isGivenUp = true;
      // What goes on at the server is the other page's now.
      if (core.getSnapshot().run.runId === runId) core.memory.isSent = false;
      core.stop();
    },
  };
}

/** What was made of a snapshot that was shown, made of the one that is shown now. */
function onTop<T>(from: Snapshot<T>, shown: Snapshot, now: Snapshot): Snapshot<T> | undefined {
  try {
    // A patch changes no types.
    return applyJsonPatch(now, createPatch(shown, from)) as Snapshot<T>;
  } catch {
    return undefined;
  }
}

const busy = () => new AgentKitError("thread-busy", "The thread is running in another window.");

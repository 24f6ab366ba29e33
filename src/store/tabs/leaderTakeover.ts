import { diff } from "../../reducer/json/diff.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { resumeRun } from "../reconnect/connect.ts";
import { wasRunning } from "../reconnect/interruptedRun.ts";
import { initialSnapshot } from "../thread/initialSnapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { LeaderClaim } from "./leaderClaim.ts";
import { createSilence, SILENCE_MS } from "./leaderHeartbeat.ts";
import type { TabQuery } from "./tabQuery.ts";
import { acquireLock, getLockManager } from "./webLock.ts";

/** Takes the place of a page that ran the agent and is gone. */
export interface LeaderTakeover {
  /** Ends a run that the thread was stored with and that no page runs; returns what takes it up. */
  settleRun(): Promise<(() => void) | undefined>;
  /** Looks whether there is a run of another page to wait for. */
  watchLeader(): void;
  /** A page has said something that runs the agent, or that it goes. */
  note(isGone: boolean): void;
  /** What lets go of the place that the next turn is to have, which has it from now on. */
  claimReservedTurn(): (() => void) | undefined;
}

export interface LeaderTakeoverOptions {
  readonly core: ThreadInternals;
  /** The name of the lock. */
  readonly name: string;
  readonly asking: TabQuery;
  readonly claims: LeaderClaim;
  /** Takes up what has been stored meanwhile. */
  readonly readAgain: () => Promise<void>;
  /** Whether there is no way to talk to other pages. */
  readonly isAlone: boolean;
  /** Whether the thread shows a run that is not one of this page. */
  readonly isElsewhere: () => boolean;
  /** Runs the agent here from now on. @param leave - Lets go of the place. @returns What ends that. */
  readonly begin: (leave: () => void) => () => void;
}

/** Where the platform has locks, whoever waits for the lock follows; elsewhere a page asks when it hears no more. */
export function createLeaderTakeover(parts: LeaderTakeoverOptions): LeaderTakeover {
  const { core, name, asking, claims, isElsewhere } = parts;
  /** Lets go of the place that the next turn takes over. */
  let handed: (() => void) | undefined;
  let waiting: AbortController | undefined;
  const silence = createSilence();

  /** The thread without what went on in a page that is gone. */
  function cutOff(): Snapshot {
    const { getSnapshot, now, createId, options } = core;
    return initialSnapshot({ ...options, snapshot: getSnapshot() }, { at: now(), createId });
  }

  /** The place of the page that ran the agent is free, and this one has it: what is left is ended. */
  function takeOver(leave: () => void, signal?: AbortSignal): (() => void) | undefined {
    const isNeeded = !signal?.aborted && isElsewhere() && !core.isDisposed() && !core.isBusy();
    if (!isNeeded) {
      leave();
      return undefined;
    }
    const snapshot = core.getSnapshot();
    const left = parts.begin(leave);
    core.commit(cutOff());
    if (!core.options.agent.connect || !wasRunning(snapshot)) {
      left();
      return undefined;
    }
    handed = left;
    const { isRestoring: _, ...mid } = snapshot;
    return () => {
      // Shown as cut off until the agent is heard again: it may never be.
      if (handed !== left) return;
      if (!core.isDisposed()) resumeRun(core, mid);
      else left();
    };
  }

  /** Waits until the page that runs the agent is gone. @returns What lets go of its place. */
  async function outlast(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (getLockManager()) {
      const leave = await acquireLock(name, signal);
      // What it has said last may still be on its way, or only have reached another page.
      if (leave) await silence.lastWords(signal);
      if (leave && !signal.aborted) await orAborted(asking.query(), signal);
      return leave;
    }
    while (!signal.aborted) {
      await silence.begins(signal);
      const giveUp = signal.aborted ? undefined : await claims.claim({ withinMs: SILENCE_MS });
      if (giveUp) return giveUp;
    }
    return undefined;
  }

  async function wait(signal: AbortSignal): Promise<void> {
    const leave = await outlast(signal);
    if (!leave) return;
    // A page that was asleep may not have heard that it is long over.
    if (!signal.aborted) await orAborted(parts.readAgain(), signal).catch(() => {});
    takeOver(leave, signal)?.();
  }

  function watchLeader(): void {
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
    async settleRun() {
      if (!isElsewhere()) {
        const ended = cutOff();
        if (diff(core.getSnapshot(), ended).length > 0) core.commit(ended);
        // What was stored may be behind what was said.
        asking.query();
        return undefined;
      }
      const giveUp = getLockManager()
        ? () => {}
        : await claims.claim({ includesUnknownTabs: !parts.isAlone });
      const leave = giveUp && (await acquireLock(name));
      if (leave) {
        return takeOver(() => {
          giveUp();
          leave();
        });
      }
      giveUp?.();
      asking.query();
      watchLeader();
      return undefined;
    },
    watchLeader,
    note: silence.note,
    claimReservedTurn() {
      const leave = handed;
      handed = undefined;
      return leave;
    },
  };
}

/** What work comes to, or nothing as soon as the signal aborts: others wait for the place that is held meanwhile. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

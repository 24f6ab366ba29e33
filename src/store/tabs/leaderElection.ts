import { AgentKitError } from "../../protocol/errors.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import {
  createLeaderTakeover,
  type LeaderTakeover,
  type LeaderTakeoverOptions,
} from "./leaderTakeover.ts";
import { acquireLock } from "./webLock.ts";

/** Time that a tab has to release the lock of a turn that is over, in milliseconds. */
const RELEASE_WITHIN_MS = 1_000;

/** Ensures that one tab at a time runs the agent of a thread: the tab that holds the lock. */
interface LeaderElection {
  /** Takes over the run of a tab that has closed. */
  readonly takeover: LeaderTakeover;
  /** True while this tab runs the agent, until the turn has released the lock. */
  isLeader(): boolean;
  /** True when this tab ran the agent last: actions for its run may arrive after the run. */
  wasLeader(): boolean;
  /** True when the thread shows a run of another tab. */
  isRunningInOtherTab(): boolean;
  /** True while a turn waits for the lock: its message is in no snapshot yet. */
  isEntering(): boolean;
  /** True while a run that another tab has replaced is still stopping. */
  isCeding(): boolean;
  /**
   * Acquires the lock for a turn; see `ThreadFeatures.beforeTurn`.
   *
   * @throws AgentKitError `thread-busy`
   */
  enterTurn(from: Snapshot): Promise<EnteredTurn>;
  /** Handles the message of another tab that it runs the agent. */
  handleOtherLeader(): void;
  /** Stops the run of this tab, after another tab has continued the conversation without it. */
  cedeLeadership(): void;
}

/** A turn that holds the lock. */
interface EnteredTurn {
  /** Snapshot that the turn starts from, with what other tabs have changed meanwhile. */
  readonly from: Snapshot;
  readonly endTurn: () => void;
}

/** Options of {@link createLeaderElection}. */
interface LeadershipOptions
  extends Omit<LeaderTakeoverOptions, "isRunningInOtherTab" | "startLeading"> {
  readonly internals: ThreadInternals;
  /** Adopts what other tabs have written, before a turn starts. */
  readonly catchUp: () => Promise<unknown>;
  /** Called before this tab writes the first entry of a run. */
  readonly onRunStart: () => void;
}

/** Creates the election of a thread's leader: the one tab that writes its log and runs its agent. */
export function createLeaderElection(options: LeadershipOptions): LeaderElection {
  const { internals, lockName } = options;
  let isLeader = false;
  /** Token of the turn that holds the lock. A turn that ends late must not clear `isLeader` of the next one. */
  let currentTurn: object | undefined;
  let wasLeader = false;
  let isCeding = false;
  let enteringCount = 0;
  const isRunningInOtherTab = () => !isLeader && isRunning(internals.getBaseSnapshot().run);
  const takeover = createLeaderTakeover({ ...options, isRunningInOtherTab, startLeading });

  function startLeading(release: () => void): () => void {
    const thisTurn = {};
    currentTurn = thisTurn;
    isLeader = true;
    wasLeader = true;
    isCeding = false;
    options.onRunStart();
    return () => {
      if (currentTurn === thisTurn) {
        isLeader = false;
        isCeding = false;
      }
      release();
    };
  }

  async function enter(from: Snapshot): Promise<EnteredTurn> {
    const endTurn = takeover.claimReservedTurn();
    if (endTurn) return { from, endTurn };
    const shown = internals.getBaseSnapshot();
    // A turn that resumes tool calls sets the status `executing` before it enters.
    if (isRunningInOtherTab() && shown.run.status !== "executing") throw busyError();
    const release = await acquireLock(lockName, AbortSignal.timeout(RELEASE_WITHIN_MS));
    if (!release) throw busyError();
    await options.catchUp();
    const now = internals.getBaseSnapshot();
    const rebased = now === shown ? from : rebase(from, shown, now);
    // The user wrote the message before another tab continued the conversation.
    if (!rebased || now.run.runId !== shown.run.runId) {
      release();
      throw busyError();
    }
    return { from: rebased, endTurn: startLeading(release) };
  }

  return {
    isLeader: () => isLeader,
    wasLeader: () => wasLeader,
    isRunningInOtherTab,
    isEntering: () => enteringCount > 0,
    isCeding: () => isCeding,
    async enterTurn(from) {
      enteringCount += 1;
      try {
        return await enter(from);
      } finally {
        enteringCount -= 1;
      }
    },
    takeover,
    handleOtherLeader() {
      wasLeader = false;
    },
    cedeLeadership() {
      if (!isLeader) return;
      isLeader = false;
      wasLeader = false;
      const endTurn = takeover.claimReservedTurn();
      if (endTurn) return endTurn();
      isCeding = true;
      internals.stop();
    },
  };
}

/** Applies the changes that lead from `shown` to `from` to the snapshot `now`; `undefined` when they do not apply. */
function rebase(from: Snapshot, shown: Snapshot, now: Snapshot): Snapshot | undefined {
  try {
    // The result is a snapshot, because the patch leads from one snapshot to another.
    return applyJsonPatch(now, diff(shown, from));
  } catch {
    return undefined;
  }
}

const busyError = () =>
  new AgentKitError(
    "thread-busy",
    "The thread runs in another tab, or has just run there. Wait until the run has ended, then try again.",
  );

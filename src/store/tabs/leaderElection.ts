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

/**
 * Role of a tab in a thread. Without Web Locks, every tab is granted the lock at once.
 *
 * ```
 *               lock acquired           another tab continued the conversation
 *   follower ─────────────────▶ leader ─────────────────▶ ceding
 *       ▲                          │                         │
 *       └───── turn has ended ─────┴──── run has stopped ────┘
 * ```
 *
 * - follower: the tab shows what other tabs write. A turn that enters, and `leaderTakeover.ts`, wait for the lock.
 * - leader: the tab holds the lock and runs the agent. After a takeover, it first holds the lock for the turn that resumes
 *   the run of the closed tab; see `claimReservedTurn`.
 * - ceding: a run that another tab has replaced is still stopping, so the tab still holds the lock.
 */
type Role =
  | { readonly name: "follower" }
  | {
      readonly name: "leader" | "ceding";
      /** Identifies the turn that holds the lock: a turn that ends late must not end the role of the next one. */
      readonly turn: symbol;
    };

const FOLLOWER: Role = { name: "follower" };

/** Election of the one tab that runs the agent of a thread: the tab that holds the lock. */
interface LeaderElection {
  /** Takes over the run of a tab that has closed. */
  readonly takeover: LeaderTakeover;
  /** True while this tab runs the agent, until the turn has released the lock. False while ceding. */
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

interface LeaderElectionOptions
  extends Omit<LeaderTakeoverOptions, "isRunningInOtherTab" | "startLeading"> {
  readonly internals: ThreadInternals;
  /** Adopts entries that other tabs have written, before a turn starts. */
  readonly catchUpBeforeTurn: () => Promise<unknown>;
  /** Called before this tab writes the first entry of a run. */
  readonly onRunStart: () => void;
}

/** Creates the election of a thread's leader: the one tab that runs its agent. */
export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { internals, lockName } = options;
  let role: Role = FOLLOWER;
  let wasLeader = false;
  let enteringCount = 0;
  const isLeader = () => role.name === "leader";
  const isRunningInOtherTab = () => !isLeader() && isRunning(internals.getBaseSnapshot().run);
  const takeover = createLeaderTakeover({ ...options, isRunningInOtherTab, startLeading });

  function startLeading(release: () => void): () => void {
    const turn = Symbol();
    role = { name: "leader", turn };
    wasLeader = true;
    options.onRunStart();
    return () => {
      if ("turn" in role && role.turn === turn) role = FOLLOWER;
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
    await options.catchUpBeforeTurn();
    const now = internals.getBaseSnapshot();
    const rebased = now === shown ? from : rebase(from, shown, now);
    // Refused when another tab has continued the conversation: the user wrote the message before that.
    if (!rebased || now.run.runId !== shown.run.runId) {
      release();
      throw busyError();
    }
    return { from: rebased, endTurn: startLeading(release) };
  }

  return {
    isLeader,
    wasLeader: () => wasLeader,
    isRunningInOtherTab,
    isEntering: () => enteringCount > 0,
    isCeding: () => role.name === "ceding",
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
      if (role.name !== "leader") return;
      wasLeader = false;
      const endTurn = takeover.claimReservedTurn();
      // A run that is not resumed yet has nothing to stop.
      if (endTurn) return endTurn();
      role = { name: "ceding", turn: role.turn };
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

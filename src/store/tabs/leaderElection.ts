import { AgentKitError } from "../../protocol/errors.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { createClaims } from "./leaderClaim.ts";
import { createLeaderTakeover, type LeaderTakeover } from "./leaderTakeover.ts";
import type { TabQuery } from "./tabQuery.ts";
import { acquireLock } from "./webLock.ts";

/** How long a page may take to let go of a turn that is over, in milliseconds. */
const LET_GO_MS = 1_000;

/** Sees to it that one page at a time runs the agent of a thread. */
export interface Leadership extends Pick<LeaderTakeover, "settleRun" | "watchLeader"> {
  /** Whether this page runs it, until the turn has let go. */
  isLeader(): boolean;
  /** Whether this page was the last to do so: what is done for the run may come when it is over. */
  wasLeader(): boolean;
  /** Whether the thread shows a run that is not one of this page. */
  isFollower(): boolean;
  /** Whether a run of this page was given up, and is still ending. */
  isGivenUp(): boolean;
  /** Whether a page that wants to run the agent must not. */
  objects(toPage: string): boolean;
  /** Lets a turn begin that runs the agent; see `Rest.enter`. */
  enterTurn<T>(from: Snapshot<T>): Promise<Entered<T>>;
  /** A page has said something that runs the agent, or that it goes. */
  noteRun(isGone: boolean): void;
  /** Another page has gone on with the conversation, which shows that run now. */
  giveUp(runId: string | undefined): void;
}

export interface Entered<T> {
  /** What the turn begins with, on top of what other pages have done meanwhile. */
  readonly from: Snapshot<T>;
  leave(): void;
}

export interface LeadershipOptions {
  readonly core: ThreadInternals;
  /** The name of the lock. */
  readonly name: string;
  readonly page: string;
  readonly asking: TabQuery;
  /** What this page writes from now on is of a run of its own. */
  readonly startRun: () => void;
  /** Takes up what has been stored meanwhile. */
  readonly readAgain: () => Promise<void>;
  /** Whether there is no way to talk to other pages. */
  readonly isAlone: boolean;
}

/** Where the platform has locks, whoever has the lock runs the agent. Elsewhere a page asks all others first. */
export function createLeadership(parts: LeadershipOptions): Leadership {
  const { core, name, page, asking } = parts;
  let isLeader = false;
  /** The turn that runs the agent: the next one may begin before the last one has left. */
  let turn: object | undefined;
  let wasLeader = false;
  let isGivenUp = false;
  const claims = createClaims(page, asking);
  const isFollower = () => !isLeader && isRunning(core.getSnapshot().run);
  const succession = createLeaderTakeover({ ...parts, claims, isElsewhere: isFollower, begin });

  function begin(leave: () => void): () => void {
    const own = {};
    turn = own;
    isLeader = true;
    wasLeader = true;
    isGivenUp = false;
    claims.clear();
    parts.startRun();
    return () => {
      if (turn === own) {
        isLeader = false;
        isGivenUp = false;
      }
      leave();
    };
  }

  return {
    isLeader: () => isLeader,
    wasLeader: () => wasLeader,
    isFollower,
    isGivenUp: () => isGivenUp,
    objects: (toPage) => isLeader || claims.objects(toPage),
    async enterTurn(from) {
      const handed = succession.claimReservedTurn();
      if (handed) return { from, leave: handed };
      const shown = core.getSnapshot();
      // A turn that takes calls up says `executing` before it enters.
      if (isFollower() && shown.run.status !== "executing") throw busy();
      const leave = await acquireLock(name, AbortSignal.timeout(LET_GO_MS));
      if (!leave) throw busy();
      const giveUp = await claims.claim();
      const now = core.getSnapshot();
      const moved = now === shown ? from : onTop(from, shown, now);
      const letGo = () => {
        giveUp?.();
        leave();
      };
      // What is about to be said was said to a conversation that has gone on.
      if (!giveUp || !moved || now.run.runId !== shown.run.runId) {
        letGo();
        throw busy();
      }
      return { from: moved, leave: begin(letGo) };
    },
    settleRun: succession.settleRun,
    noteRun(isGone) {
      if (!isGone) wasLeader = false;
      succession.note(isGone);
    },
    watchLeader: succession.watchLeader,
    giveUp(runId) {
      if (!isLeader) return;
      isLeader = false;
      wasLeader = false;
      const handed = succession.claimReservedTurn();
      if (handed) return handed();
      isGivenUp = true;
      // What goes on at the server is the other page's now.
      if (core.getSnapshot().run.runId === runId) core.turnState.isSent = false;
      core.stop();
    },
  };
}

/** What was made of a snapshot that was shown, made of the one that is shown now. */
function onTop<T>(from: Snapshot<T>, shown: Snapshot, now: Snapshot): Snapshot<T> | undefined {
  try {
    // A patch changes no types.
    return applyJsonPatch(now, diff(shown, from)) as Snapshot<T>;
  } catch {
    return undefined;
  }
}

const busy = () => new AgentKitError("thread-busy", "The thread is running in another window.");

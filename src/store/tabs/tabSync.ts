import { randomId } from "../../protocol/randomId.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { createActionForwarder } from "./actionForwarder.ts";
import { createLeadership } from "./leaderElection.ts";
import { createLogReplica, type LogReplica } from "./logReplica.ts";
import { onPageLifecycle } from "./pageLifecycle.ts";
import { openTabChannel, type ReceivedMessage, type TabChannel } from "./tabChannel.ts";
import { createTabQuery } from "./tabQuery.ts";
import { threadLockName } from "./webLock.ts";

/** The pages of this browser that show the same thread. */
export interface TabSync {
  /** Keeps this page in step with the others from now on. */
  replicate(kept: ReplicatedLog): void;
  /** Ends a run that the thread was stored with and that no page runs; returns what takes it up. */
  settleRun(): Promise<(() => void) | undefined>;
  /** Whether another page was asked to do something, and has not said that it is done. */
  hasPendingActions(): boolean;
  close(): void;
}

/** What is kept of a thread. */
export interface ReplicatedLog {
  readonly log: EventLog;
  /** How many entries of it are stored. */
  readonly written: number;
  /** Reads what is stored by now. */
  readonly read: () => Promise<EventLog["entries"] | undefined>;
  /** Whether all that was written here is stored. */
  readonly isWritten: () => boolean;
}

/** Where pages cannot talk to each other, nothing is heard. */
const NOBODY: TabChannel = { post() {}, close() {} };

/** Joins the pages that show the thread of that id. */
export function syncTabs(core: ThreadInternals, storageId = ""): TabSync {
  const name = threadLockName(storageId, core.getSnapshot().threadId);
  const page = randomId();
  /** The page that has run the agent last. */
  let runnerPage = "";
  let following: LogReplica | undefined;
  const opened = openTabChannel(name, page, (said) => {
    if (!core.isDisposed()) hear(said);
  });
  const channel = opened ?? NOBODY;
  const asking = createTabQuery(channel, () => following?.getState());
  let readAgain = async () => {};
  const runner = createLeadership({
    core,
    name,
    page,
    asking,
    startRun: () => following?.startRun(),
    readAgain: () => readAgain(),
    isAlone: !opened,
  });
  const acts = createActionForwarder(core, channel, runner.isFollower);
  let stopWatching = () => {};

  function replicate({ log, written, read, isWritten }: ReplicatedLog): void {
    const followed = createLogReplica({
      core,
      log,
      page,
      written,
      tell(entries, after, head) {
        // What is let go of in mid-run still ends.
        if (core.isDisposed()) return;
        channel.post({ ...entries, type: "written", after, head, isRun: runner.isLeader() });
      },
      ask: () => void asking.query(),
      onReplace: runner.giveUp,
      onShown: runner.watchLeader,
      redo: acts.redoActions,
    });
    following = followed;
    readAgain = async () => {
      const { length } = log.entries;
      const isSame = () => isWritten() && log.entries.length === length;
      const entries = isSame() ? await read() : undefined;
      if (entries && isSame() && !core.isDisposed()) followed.adoptStored(entries);
    };
    core.hooks.beforeTurn = runner.enterTurn;
    core.hooks.stopOtherTab = () => {
      if (!core.isDisposed()) channel.post({ type: "stop" });
    };
    core.hooks.forwardChange = (change) => {
      // A run that was given up has nothing to say any more.
      if (runner.isGivenUp() && !acts.isRedoing() && change.cause?.name !== "state") return true;
      if (!runner.isFollower()) return false;
      acts.forwardChange(change);
      return true;
    };
    stopWatching = onPageLifecycle({
      onLeave: () => channel.post({ type: "bye" }),
      async onPageLifecycle() {
        const { count } = await asking.query({ includesUnknownTabs: true });
        // Whoever has gone on with it meanwhile may be gone as well.
        if (count === 0) await readAgain();
      },
    });
  }

  function hear(said: ReceivedMessage): void {
    const { from } = said;
    asking.noteMessage(said);
    switch (said.type) {
      case "written":
        if (said.isRun) {
          runnerPage = from;
          runner.noteRun(false);
        }
        if (following?.applyWrite(said)) tell(from, following);
        return;
      case "ask": {
        const isRun = said.isClaim ? runner.objects(from) : runner.isLeader();
        const answer = said.place && following?.answerQuery(said.place);
        channel.post({ type: "answer", id: said.id, isRun, ...answer }, from);
        return;
      }
      case "answer":
        if (said.isRun) {
          runnerPage = from;
          runner.noteRun(false);
        }
        following?.applyAnswer(said);
        return;
      case "act":
        if (runner.isLeader() || runner.wasLeader()) acts.performForwarded(said, from);
        return;
      case "done":
        acts.handleDone(said);
        return;
      case "stop":
        if (runner.isLeader()) core.stop();
        return;
      case "bye":
        if (from === runnerPage) runner.noteRun(true);
    }
  }

  /** Tells a page that stands behind the others where they stand; one of them does. */
  function tell(to: string, { getState, log }: LogReplica): void {
    const { head } = getState();
    if (!runner.isLeader() && head.page !== page && asking.knows(head.page)) return;
    const isRun = runner.isLeader();
    channel.post({ type: "answer", id: "", isRun, head, entries: log.entries }, to);
  }

  return {
    replicate,
    async settleRun() {
      const takeUp = await runner.settleRun();
      // While the run that was stored seemed to be another page's.
      acts.reclaimPending();
      return takeUp;
    },
    hasPendingActions: acts.hasPending,
    close() {
      stopWatching();
      acts.close();
      runner.watchLeader();
      channel.post({ type: "bye" });
      channel.close();
    },
  };
}

import { randomId } from "../../protocol/randomId.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import { createActs } from "./actionForwarder.ts";
import { createRunner } from "./leaderElection.ts";
import { createFollowing, type LogReplica } from "./logReplication.ts";
import { onPageLifecycle } from "./pageLifecycle.ts";
import { type Channel, openChannel, type ReceivedMessage } from "./tabChannel.ts";
import { createAsking } from "./tabQuery.ts";
import { nameOfThread } from "./webLock.ts";

/** The pages of this browser that show the same thread. */
export interface Tabs {
  /** Keeps this page in step with the others from now on. */
  follow(kept: ReplicatedLog): void;
  /** Ends a run that the thread was stored with and that no page runs; returns what takes it up. */
  settle(): Promise<(() => void) | undefined>;
  /** Whether another page was asked to do something, and has not said that it is done. */
  isHanding(): boolean;
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
const NOBODY: Channel = { post() {}, close() {} };

/** Joins the pages that show the thread of that id. */
export function syncTabs<TState>(core: ThreadCore<TState>, storageId = ""): Tabs {
  const name = nameOfThread(storageId, core.getSnapshot().threadId);
  const page = randomId();
  /** The page that has run the agent last. */
  let runnerPage = "";
  let following: LogReplica | undefined;
  const opened = openChannel(name, page, (said) => {
    if (!core.isDisposed()) hear(said);
  });
  const channel = opened ?? NOBODY;
  const asking = createAsking(channel, () => following?.place());
  let readAgain = async () => {};
  const runner = createRunner({
    core,
    name,
    page,
    asking,
    startRun: () => following?.startRun(),
    readAgain: () => readAgain(),
    isAlone: !opened,
  });
  const acts = createActs(core, channel, runner.isFollower);
  let stopWatching = () => {};

  function follow({ log, written, read, isWritten }: ReplicatedLog): void {
    const followed = createFollowing({
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
      onShown: runner.look,
      redo: acts.redo,
    });
    following = followed;
    readAgain = async () => {
      const { length } = log.entries;
      const isSame = () => isWritten() && log.entries.length === length;
      const entries = isSame() ? await read() : undefined;
      if (entries && isSame() && !core.isDisposed()) followed.takeStored(entries);
    };
    core.rest.enter = runner.enter;
    core.rest.stopElsewhere = () => {
      if (!core.isDisposed()) channel.post({ type: "stop" });
    };
    core.rest.divert = (change) => {
      // A run that was given up has nothing to say any more.
      if (runner.isGivenUp() && !acts.isRedoing() && change.cause?.name !== "state") return true;
      if (!runner.isFollower()) return false;
      acts.forward(change);
      return true;
    };
    stopWatching = onPageLifecycle({
      onLeave: () => channel.post({ type: "bye" }),
      async onPageLifecycle() {
        const { count } = await asking.query({ isOfAll: true });
        // Whoever has gone on with it meanwhile may be gone as well.
        if (count === 0) await readAgain();
      },
    });
  }

  function hear(said: ReceivedMessage): void {
    const { from } = said;
    asking.note(said);
    switch (said.type) {
      case "written":
        if (said.isRun) {
          runnerPage = from;
          runner.noteRun(false);
        }
        if (following?.hear(said)) tell(from, following);
        return;
      case "ask": {
        const isRun = said.isClaim ? runner.objects(from) : runner.isLeader();
        const answer = said.place && following?.answer(said.place);
        channel.post({ type: "answer", id: said.id, isRun, ...answer }, from);
        return;
      }
      case "answer":
        if (said.isRun) {
          runnerPage = from;
          runner.noteRun(false);
        }
        following?.hearAnswer(said);
        return;
      case "act":
        if (runner.isLeader() || runner.wasRunner()) acts.receive(said, from);
        return;
      case "done":
        acts.hearDone(said);
        return;
      case "stop":
        if (runner.isLeader()) core.stop();
        return;
      case "bye":
        if (from === runnerPage) runner.noteRun(true);
    }
  }

  /** Tells a page that stands behind the others where they stand; one of them does. */
  function tell(to: string, { place, log }: LogReplica): void {
    const { head } = place();
    if (!runner.isLeader() && head.page !== page && asking.knows(head.page)) return;
    const isRun = runner.isLeader();
    channel.post({ type: "answer", id: "", isRun, head, entries: log.entries }, to);
  }

  return {
    follow,
    async settle() {
      const takeUp = await runner.settle();
      // While the run that was stored seemed to be another page's.
      acts.takeBack();
      return takeUp;
    },
    isHanding: acts.isHanding,
    close() {
      stopWatching();
      acts.close();
      runner.look();
      channel.post({ type: "bye" });
      channel.close();
    },
  };
}

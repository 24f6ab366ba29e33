import type { Issue } from "../../protocol/issue.ts";
import { expectReplay } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createEventIngestor, type EventIngestor } from "../run/eventIngestor.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { isRunOpen, type LastRun, rememberStateBefore } from "./lastRun.ts";
import { createRunLocator } from "./locator/runLocator.ts";
import { createReplayFilter } from "./replayFilter.ts";
import { createShadowContext } from "./shadowContext.ts";
import { createShadowSnapshot } from "./shadowSnapshot.ts";
import { createStoredTexts } from "./storedTexts.ts";

/** Applies the events of runs to the thread, or to a shadow snapshot while a replay has not caught up. */
interface RunReplay {
  /** Applies what the agent has yielded. */
  readonly apply: EventIngestor;
  /** Returns the snapshot that events are applied to. */
  readonly getSnapshot: () => Snapshot;
  /** True while this connection replays the open run from its start. */
  readonly isRebuilding: boolean;
  /** True while there is a shadow snapshot. */
  readonly isCatchingUp: boolean;
  /** Starts a connection. */
  handleConnect(): void;
  /** Replays the open run from its start. */
  replayFromStart(startedId: string, run: LastRun): void;
  /** Continues with the open run, or with a run that is replayed before it and may have another id. */
  rebuild(startedId: string, run: LastRun): void;
  /** Remembers a run that the server has replayed and that was skipped. */
  skipRun(startedId: string): void;
  /** Starts a run that may repeat known messages, except those of skipped runs. */
  expectRun(startedId: string): void;
  /** Starts a run after the open one, of which an earlier connection may have received a part. */
  startOtherRun(startedId: string): void;
  /** Remembers the state before a followed run, whose start the log may not have. */
  rememberState(): void;
  /** Shows the shadow snapshot. */
  show(): void;
  /** Drops a replay whose connection was lost. */
  discard(): void;
}

/** Options of {@link createRunReplay}. */
interface RunReplayOptions {
  readonly runId: string;
  /** True when the thread follows its server without a run of its own. */
  readonly isFollowing: boolean;
  /** Called when events arrive that were not seen before. */
  readonly onNewEvents: () => void;
}

/** Creates the replay of the runs that one receiver receives. */
export function createRunReplay(
  context: RunContext,
  { runId, isFollowing, onNewEvents }: RunReplayOptions,
): RunReplay {
  const shadow = createShadowSnapshot(context);
  const filter = createReplayFilter(context.changes);
  let knownIssues: readonly Issue[] = [];
  const shadowContext = createShadowContext(context, {
    shadow,
    filter,
    isFollowing,
    knownIssues: () => knownIssues,
    onCaughtUp: show,
    onNewEvents,
  });
  const locator = createRunLocator(shadowContext);
  const own = isFollowing ? { ...shadowContext, locateRuns: locator.locateRuns } : shadowContext;
  // A thread that follows its server may join an answer of which it has loaded the beginning.
  const loaded = context.getSnapshot();
  const createTexts = () => (isFollowing ? createStoredTexts(loaded) : undefined);
  let live = createEventIngestor(own, runId, createTexts());
  /** The ingestor of the events: `live`, or that of a run which is replayed from its start. */
  let reader = live;
  let isRebuilding = false;
  /** Id of the run that is rebuilt, until its start was replayed. */
  let rebuiltId: string | undefined;
  const skippedIds = new Set<string>();
  /** Id of a run of which nothing was shown when the last connection was lost. */
  let hiddenRunId: string | undefined;

  function show(): void {
    if (shadow.snapshot) live = reader;
    shadow.show();
  }

  function expectRun(startedId: string): void {
    if (isFollowing && !shadow.snapshot) {
      const shown = context.getSnapshot();
      // `stop()` must cancel this run.
      context.commit({ ...shown, run: { ...shown.run, runId: startedId } });
      shadow.start(context.getSnapshot());
    }
    own.commit(expectReplay(own.getSnapshot(), startedId, [...skippedIds]), "frame");
  }

  function rebuild(startedId: string, { events }: LastRun): void {
    if (rebuiltId === undefined) return;
    filter.startReplay(rebuiltId, events);
    if (startedId !== rebuiltId) own.commit(expectReplay(own.getSnapshot(), startedId), "frame");
    else rebuiltId = undefined;
  }

  return {
    apply: (yielded) => reader(yielded),
    getSnapshot: own.getSnapshot,
    get isRebuilding() {
      return isRebuilding;
    },
    get isCatchingUp() {
      return shadow.snapshot !== undefined;
    },
    handleConnect() {
      rebuiltId = undefined;
      isRebuilding = false;
    },
    replayFromStart(startedId, run) {
      if (!isRunOpen(context.getSnapshot())) {
        shadow.discard();
        filter.startKnownReplay(startedId);
        expectRun(startedId);
        return;
      }
      isRebuilding = true;
      rebuiltId = context.getSnapshot().run.runId ?? "";
      knownIssues = context.getSnapshot().issues;
      shadow.start(run.snapshotBefore());
      reader = createEventIngestor(own, runId, createTexts());
      rebuild(startedId, run);
    },
    rebuild,
    skipRun: (startedId) => void skippedIds.add(startedId),
    expectRun,
    startOtherRun(startedId) {
      if (startedId === hiddenRunId) filter.startKnownReplay(startedId);
      expectRun(startedId);
    },
    rememberState() {
      if (isFollowing) own.commit(rememberStateBefore(own.getSnapshot()), "frame");
    },
    show,
    discard() {
      const { snapshot } = shadow;
      hiddenRunId = snapshot && isRunOpen(snapshot) ? snapshot.run.runId : undefined;
      shadow.discard();
      locator.reset();
      filter.endReplay();
      knownIssues = [];
      reader = live;
    },
  };
}

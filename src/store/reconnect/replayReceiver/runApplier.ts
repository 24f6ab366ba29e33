import type { Event } from "../../../protocol/events.ts";
import type { Issue } from "../../../protocol/issue.ts";
import { isRunOpen } from "../../../reducer/runPhase.ts";
import { expectReplay, reopenRun } from "../../../reducer/runUpdates.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { updateSnapshot } from "../../../reducer/updateSnapshot.ts";
import { createEventIngestor, type EventIngestor } from "../../run/eventIngestor.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import type { LastRun } from "../lookUpLastRun.ts";
import { createReplayMatcher } from "./matcher/replayMatcher.ts";
import { createReplayFilter } from "./replayFilter.ts";
import { createShadowContext } from "./shadowContext.ts";
import { createShadowSnapshot } from "./shadowSnapshot.ts";
import { createStoredTexts } from "./storedTexts.ts";

/** Applier of the events of runs to the thread, or to a shadow snapshot while a replay has not caught up. */
interface RunApplier {
  /** Applies what the agent has yielded. */
  readonly applyYielded: EventIngestor["ingestYielded"];
  /** True while received events wait for a later one, so that the snapshot and the log lack them. */
  readonly hasDeferredEvents: boolean;
  /** Returns the snapshot that events are applied to. */
  readonly getSnapshot: () => Snapshot;
  /** True while this connection replays the open run from its start. */
  readonly isReplayingOpenRun: boolean;
  /** True while there is a shadow snapshot. */
  readonly isCatchingUp: boolean;
  /** Forgets the replay of the open run by the last connection. */
  forgetOpenReplay(): void;
  /** Replays a run from its start into a shadow. A run that only an earlier shadow had is received as a new run. */
  replayFromStart(startedId: string, run: LastRun): void;
  /** Continues a replay of the open run at the next start. The server may send earlier runs before the open one. */
  continueReplay(startedId: string, run: LastRun): void;
  /** Remembers a run that the server has replayed and that was skipped. */
  skipRun(startedId: string): void;
  /** Starts a run that may repeat known messages, except those of skipped runs. */
  startRun(startedId: string): void;
  /** Starts a run after the open one, of which an earlier connection may have received a part. */
  startOtherRun(startedId: string): void;
  /** Remembers the state before a followed run: the log may not have the start of that run. */
  rememberState(): void;
  /** Publishes the shadow snapshot. */
  publishReplay(): void;
  /** Reopens a run whose connection was lost before the end of its content. */
  reopenRun(): void;
  /** Drops a replay whose connection was lost. */
  discardReplay(): void;
  /** Applies the events that were deferred until a later event would show what they repeat. */
  applyDeferred(): void;
}

/** Replay of the open run by the current connection. */
type OpenReplay =
  | { readonly kind: "none" }
  /** The connection may send earlier runs first. */
  | { readonly kind: "awaiting-start"; readonly runId: string }
  | { readonly kind: "started" };

interface RunApplierOptions {
  readonly runId: string;
  /** True when the thread follows its server without a run of its own. */
  readonly isFollowing: boolean;
  /** Called when events arrive that were not seen before. */
  readonly onNewEvents: (events: readonly Event[]) => void;
}

/**
 * Creates the run applier of one receiver. The receiver decides which runs are new, continued, replayed or skipped; the
 * applier knows where their events go: into the thread, or into a shadow snapshot. The shadow replaces the shown snapshot
 * once it has caught up (`progressComparison.ts`).
 */
export function createRunApplier(
  context: RunContext,
  { runId, isFollowing, onNewEvents }: RunApplierOptions,
): RunApplier {
  const shadow = createShadowSnapshot(context);
  const filter = createReplayFilter(context.changes);
  let knownIssues: readonly Issue[] = [];
  const shadowContext = createShadowContext(context, {
    shadow,
    filter,
    isFollowing,
    knownIssues: () => knownIssues,
    onCaughtUp: publishReplay,
    onNewEvents,
  });
  const matcher = createReplayMatcher(shadowContext);
  const { matchRuns } = matcher;
  const ingestorContext = isFollowing ? { ...shadowContext, matchRuns } : shadowContext;
  // A thread that follows its server may join a reply of which it has loaded the beginning.
  const loaded = context.getBaseSnapshot();
  const createLoadedTexts = () => createStoredTexts(loaded, isFollowing);
  /** Ingestor of the shown thread. A replay that has caught up passes its ingestor on, and a lost replay returns to this one. */
  let liveIngestor = createEventIngestor(ingestorContext, runId, createLoadedTexts());
  /** Ingestor of the next events: `liveIngestor`, or the ingestor of a run that is replayed from its start. */
  let ingestor = liveIngestor;
  let openReplay: OpenReplay = { kind: "none" };
  const skippedIds = new Set<string>();
  /** Id of the run that only the shadow snapshot had when the last connection was lost. */
  let hiddenRunId: string | undefined;
  /** Ingestor of the events that the matcher deferred when the last connection was lost. */
  let lostIngestor: EventIngestor | undefined;

  function publishReplay(): void {
    if (shadow.snapshot) liveIngestor = ingestor;
    shadow.publishShadow();
  }

  function startRun(startedId: string): void {
    if (isFollowing && !shadow.snapshot) {
      const shown = context.getBaseSnapshot();
      // `stop()` must cancel this run.
      context.commit({ ...shown, run: { ...shown.run, runId: startedId } });
      shadow.startShadow(context.getBaseSnapshot());
    }
    shadowContext.commit(
      expectReplay(shadowContext.getBaseSnapshot(), startedId, [...skippedIds]),
      "frame",
    );
  }

  function continueReplay(startedId: string, { events }: LastRun): void {
    if (openReplay.kind !== "awaiting-start") return;
    filter.startReplay(openReplay.runId, events);
    if (startedId === openReplay.runId) openReplay = { kind: "started" };
    else shadowContext.commit(expectReplay(shadowContext.getBaseSnapshot(), startedId), "frame");
  }

  return {
    applyYielded: (yielded) => ingestor.ingestYielded(yielded),
    get hasDeferredEvents() {
      return ingestor.hasDeferredEvents || matcher.isDeferring();
    },
    getSnapshot: shadowContext.getBaseSnapshot,
    get isReplayingOpenRun() {
      return openReplay.kind !== "none";
    },
    get isCatchingUp() {
      return shadow.snapshot !== undefined;
    },
    forgetOpenReplay() {
      openReplay = { kind: "none" };
    },
    replayFromStart(startedId, run) {
      if (!isRunOpen(context.getBaseSnapshot())) {
        shadow.discardShadow();
        filter.startKnownReplay(startedId);
        startRun(startedId);
        return;
      }
      openReplay = { kind: "awaiting-start", runId: context.getBaseSnapshot().run.runId ?? "" };
      knownIssues = context.getBaseSnapshot().issues;
      shadow.startShadow(run.snapshotBefore());
      ingestor = createEventIngestor(ingestorContext, runId, createLoadedTexts());
      continueReplay(startedId, run);
    },
    continueReplay,
    skipRun: (startedId) => void skippedIds.add(startedId),
    startRun,
    startOtherRun(startedId) {
      if (startedId === hiddenRunId) filter.startKnownReplay(startedId);
      startRun(startedId);
    },
    rememberState() {
      if (isFollowing)
        shadowContext.commit(rememberStateBefore(shadowContext.getBaseSnapshot()), "frame");
    },
    publishReplay,
    reopenRun: () => shadowContext.commit(reopenRun(shadowContext.getBaseSnapshot()), "now"),
    discardReplay() {
      const { snapshot } = shadow;
      hiddenRunId = snapshot && isRunOpen(snapshot) ? snapshot.run.runId : undefined;
      shadow.discardShadow();
      if (matcher.isDeferring()) lostIngestor ??= ingestor;
      matcher.markConnectionLost();
      filter.endReplay();
      knownIssues = [];
      ingestor = liveIngestor;
    },
    applyDeferred() {
      if (!matcher.isDeferring()) return;
      shadow.restoreShadow();
      ingestor = lostIngestor ?? ingestor;
      matcher.resolveDeferred();
      // An empty batch makes the matcher return the deferred events.
      ingestor.ingestYielded([]);
    },
  };
}

/** Remembers the state before a followed run, in case that run is replayed. */
function rememberStateBefore(snapshot: Snapshot): Snapshot {
  const { state } = snapshot;
  // A followed run was sent no edits.
  const sentEdits = { state, edits: [], hasArrived: true };
  return updateSnapshot(snapshot, (draft) => draft.setTracking({ sentEdits }));
}

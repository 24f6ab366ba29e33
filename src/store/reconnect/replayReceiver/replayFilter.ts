import type { Event } from "../../../protocol/events.ts";
import { createSeenEvents, type SeenEvents, type SeenFilter } from "./seenEvents.ts";

/** Filter that separates new events of a run from replayed ones, over all of its connections. */
export interface ReplayFilter {
  /** True while a run is replayed: only what is new in its events passes. */
  readonly isReplaying: boolean;
  /**
   * Returns the new part of an event, in a list; an empty list when everything was seen.
   *
   * @param isShown - True when the event is applied to the shown snapshot.
   */
  filterEvent(event: Event, isShown: boolean): readonly Event[];
  /**
   * Starts a replay of a run from its start. @param readReceived - Returns the events of the run, when the filter has
   * not seen them.
   */
  startReplay(runId: string, readReceived: () => readonly Event[]): void;
  /** Starts a replay of a run that is not shown, when the filter has seen it. */
  startKnownReplay(runId: string): void;
  /** Ends a replay: the next event continues the run. */
  endReplay(): void;
}

/** Seen events of threads with an open run. */
const seenByThread = new WeakMap<object, SeenEvents>();

/**
 * Creates the filter of a thread. It remembers the seen events of an open run for the next filter of that thread,
 * because the log may have compacted them.
 *
 * @param thread - Key of the thread: its changes.
 */
export function createReplayFilter(thread: object): ReplayFilter {
  let seen = seenByThread.get(thread);
  let seenFilter: SeenFilter | undefined;

  function remember(next: SeenEvents | undefined): void {
    seen = next;
    if (next) seenByThread.set(thread, next);
    else seenByThread.delete(thread);
  }

  return {
    get isReplaying() {
      return seenFilter !== undefined;
    },
    filterEvent(event, isShown) {
      const newPart = seenFilter ? seenFilter(event) : event;
      if (!newPart) return [];
      const { type } = newPart;
      if (type === "RUN_STARTED" && (isShown || newPart.runId !== seen?.runId)) {
        // All events of another run are new.
        seenFilter = undefined;
        remember(createSeenEvents(newPart.runId));
      }
      seen?.addEvent(newPart);
      // An ended run is not replayed.
      if (isShown && (type === "RUN_FINISHED" || type === "RUN_ERROR")) remember(undefined);
      return [newPart];
    },
    startReplay(runId, readReceived) {
      if (seen?.runId !== runId) remember(createSeenEvents(runId, readReceived()));
      seenFilter = seen?.createFilter();
    },
    startKnownReplay(runId) {
      if (seen?.runId === runId) seenFilter = seen.createFilter();
    },
    endReplay() {
      seenFilter = undefined;
    },
  };
}

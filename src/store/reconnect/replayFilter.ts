import type { Event } from "../../protocol/events.ts";
import { createSeenEvents, type SeenEvents, type SeenFilter } from "./seenEvents.ts";

/** What tells news from what has been heard, over all connections to a run. */
export interface ReplayFilter {
  /** Whether a run is told again: then only what is new of it is heard. */
  readonly isReplaying: boolean;
  /**
   * What is new of an event.
   *
   * @param isShown - Whether what it does is shown at once, and not first when a run has come further.
   */
  newParts(event: Event, isShown: boolean): readonly Event[];
  /** A run is told again from its start. @param known - What has been heard of it, where that is not kept. */
  startReplay(runId: string, known: () => readonly Event[]): void;
  /** The same of a run of which nothing is shown: what was not heard of it is new. */
  startKnownReplay(runId: string): void;
  /** What comes next goes on with what was heard. */
  endReplay(): void;
}

/** Of the threads whose last run has not ended: their logs may have folded what listeners have heard. */
const kept = new WeakMap<object, SeenEvents>();

/**
 * Makes what hears the runs of a thread, and keeps beside its log what was heard of the last one, also when
 * another takes that run up.
 *
 * @param thread - What stands for the thread: its changes.
 */
export function createThreadReplayFilter(thread: object): ReplayFilter {
  let heard = kept.get(thread);
  let news: SeenFilter | undefined;

  function keep(next: SeenEvents | undefined): void {
    heard = next;
    if (next) kept.set(thread, next);
    else kept.delete(thread);
  }

  return {
    get isReplaying() {
      return news !== undefined;
    },
    newParts(event, isShown) {
      const said = news ? news(event) : event;
      if (!said) return [];
      const { type } = said;
      if (type === "RUN_STARTED" && (isShown || said.runId !== heard?.runId)) {
        // Another run, of which all is new.
        news = undefined;
        keep(createSeenEvents(said.runId));
      }
      heard?.addEvent(said);
      // What is over is not told again.
      if (isShown && (type === "RUN_FINISHED" || type === "RUN_ERROR")) keep(undefined);
      return [said];
    },
    startReplay(runId, known) {
      if (heard?.runId !== runId) keep(createSeenEvents(runId, known()));
      news = heard?.createFilter();
    },
    startKnownReplay(runId) {
      if (heard?.runId === runId) news = heard.createFilter();
    },
    endReplay() {
      news = undefined;
    },
  };
}

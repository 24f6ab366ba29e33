import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import type { Issue } from "../../../protocol/issue.ts";
import type { Listeners } from "../../thread/listeners.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import { lagsBehind } from "./progressComparison.ts";
import type { ReplayFilter } from "./replayFilter.ts";
import type { ShadowSnapshot } from "./shadowSnapshot.ts";

interface ShadowContextOptions {
  readonly shadow: ShadowSnapshot;
  readonly filter: ReplayFilter;
  /** True when the thread follows its server without a run of its own. */
  readonly isFollowing: boolean;
  /** Returns the issues that a replay reports again. */
  readonly knownIssues: () => readonly Issue[];
  /** Called when the shadow snapshot has caught up with the shown snapshot. */
  readonly onCaughtUp: () => void;
  /** Called when events arrive that were not seen before. */
  readonly onNewEvents: (events: readonly Event[]) => void;
}

/**
 * Creates a context whose events are reduced into the shadow snapshot while there is one, and into the thread
 * otherwise. Listeners receive only events and issues that they have not received before.
 */
export function createShadowContext(
  context: RunContext,
  { shadow, filter, isFollowing, knownIssues, onCaughtUp, onNewEvents }: ShadowContextOptions,
): RunContext {
  const getBaseSnapshot = () => shadow.snapshot ?? context.getBaseSnapshot();
  const listeners: Listeners = {
    ...context.listeners,
    notify(name, ...args) {
      const [first] = args;
      if (name === "onIssue") {
        if (knownIssues().some((issue) => isSameIssue(issue, first))) return;
        const { isReplaying } = filter;
        if (shadow.hasCaughtUp({ newEvents: [], hasNewIssue: true, isReplaying })) onCaughtUp();
      }
      context.listeners.notify(name, ...args);
    },
    notifyEvents(events) {
      const newEvents = events.flatMap((event): readonly Event[] =>
        filter.filterEvent(event, !shadow.snapshot),
      );
      if (shadow.hasCaughtUp({ newEvents, isReplaying: filter.isReplaying })) onCaughtUp();
      if (newEvents.length === 0) return;
      onNewEvents(newEvents);
      context.listeners.notifyEvents(newEvents, getBaseSnapshot());
    },
  };
  return {
    ...context,
    listeners,
    // No buffering: the shadow snapshot is compared with the shown one after each event.
    bufferUntilRead: undefined,
    getBaseSnapshot,
    commit(next, ...how) {
      const shown = context.getBaseSnapshot();
      if (shadow.snapshot) shadow.updateShadow(next);
      else if (isFollowing && lagsBehind(next, shown)) shadow.startShadow(next, shown);
      else context.commit(next, ...how);
    },
  };
}

/** True when a replayed issue is one that listeners have received. */
function isSameIssue(issue: Issue, other: unknown): boolean {
  return (
    isRecord(other) &&
    issue.code === other.code &&
    issue.eventType === other.eventType &&
    issue.subject === other.subject
  );
}

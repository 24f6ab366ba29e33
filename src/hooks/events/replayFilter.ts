import type { Event } from "../../protocol/events.ts";
import { findMessage } from "../../reducer/lookup.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { reportUncaught } from "../../store/thread/reportError.ts";
import type { ThreadListeners } from "../../store/thread/threadOptions.ts";
import type { useThread } from "../providers/useThread.ts";

type Thread = ReturnType<typeof useThread>;

/** A run as far as it was told. */
interface Telling {
  readonly runId: string;
  /** What it began with. */
  readonly events: Event[];
  count: number;
  isOver: boolean;
}

/** How many events are compared to know a run again; the others are taken at their number. */
const MAX_COMPARED = 500;

/**
 * Makes listeners that hear of everything a thread goes through, and not again of what a stream tells
 * again.
 *
 * A run id that was there before proves nothing: some servers give every run the same. So its events
 * are kept back until it is known what they are: told again, when they name a message or call that
 * was there before the stream, when another run follows, or as long as they repeat a run that had
 * broken off; and otherwise news, at the latest when the stream ends. Of a server that has shown how it
 * names its runs nothing is kept back any more.
 */
export function createReplayFilter(thread: Thread, hear: (event: Event) => void): ThreadListeners {
  /** The thread before the stream. */
  let before: Snapshot = thread.getSnapshot();
  /** What events of the stream are: news, told again, or not known yet. */
  let kind: "news" | "again" | "unsure" = before.tracking.isReplay ? "again" : "news";
  let telling: Telling | undefined;
  /** The run that goes on, as it was told when it broke off. */
  let broken: Telling | undefined;
  let kept: Event[] = [];
  let hasOneName = false;

  const deliver = (events: readonly Event[]) => {
    for (const event of events) {
      try {
        hear(event);
      } catch (error) {
        reportUncaught(error);
      }
    }
  };

  function settle(as: "news" | "again"): void {
    if (kind !== "unsure") return;
    kind = as;
    const events = kept;
    kept = [];
    deliver(as === "news" ? events : events.slice(broken?.count ?? events.length));
    if (as === "news") hasOneName = true;
  }

  function begin(runId: string, isReplay: boolean): void {
    const last = telling;
    // Another run follows: what was unsure is history.
    settle("again");
    broken = last?.runId === runId && !last.isOver ? longer(last, broken) : undefined;
    telling = { runId, events: [], count: 0, isOver: false };
    kind = isReplay && (broken || !hasOneName) ? "unsure" : "news";
  }

  /** What an event says about the run it belongs to. */
  function judge(event: Event, count: number): void {
    const repeated = broken?.events[count - 1];
    if (isOf(event, before)) settle("again");
    else if (broken && count > broken.count) {
      // The run goes on where it had broken off.
      settle("again");
      kind = "news";
    } else if (broken) {
      if (repeated && !isSame(event, repeated)) settle("news");
    } else if (begins(event)) settle("news");
  }

  /** Whether a run that is told again has come to what was not told before. */
  function isBeyond(event: Event, count: number): boolean {
    return broken ? count > broken.count : begins(event) && !isOf(event, before);
  }

  return {
    onRunStart() {
      before = thread.getSnapshot();
      kind = "news";
    },
    onEvent(event, { tracking }) {
      // What the page files itself is no part of a stream.
      if (!tracking.isAttached) return deliver([event]);
      if (event.type === "RUN_STARTED") begin(event.runId, tracking.isReplay);
      const count = telling ? note(telling, event) : 0;
      if (kind === "news") return deliver([event]);
      if (kind === "unsure") {
        kept.push(event);
        judge(event, count);
      } else if (isBeyond(event, count)) {
        kind = "news";
        deliver([event]);
      }
    },
    onRunEnd() {
      const isRepeated = broken !== undefined && kept.length <= broken.count;
      settle(isRepeated ? "again" : "news");
    },
  };
}

/** Notes the next event of a run, and returns its number, counted from 1. */
function note(telling: Telling, event: Event): number {
  if (telling.events.length < MAX_COMPARED) telling.events.push(event);
  if (event.type === "RUN_FINISHED") telling.isOver = true;
  telling.count += 1;
  return telling.count;
}

function longer(a: Telling, b: Telling | undefined): Telling {
  return b?.runId === a.runId && b.count > a.count ? b : a;
}

/** Whether an event begins a message or a call. */
function begins({ type }: Event): boolean {
  return (
    type === "TEXT_MESSAGE_START" ||
    type === "TOOL_CALL_START" ||
    type === "REASONING_MESSAGE_START"
  );
}

/** Whether it begins one that a snapshot has. */
function isOf(event: Event, snapshot: Snapshot): boolean {
  if (event.type === "TOOL_CALL_START") {
    return getOwn(snapshot.toolCalls, event.toolCallId) !== undefined;
  }
  if (event.type !== "TEXT_MESSAGE_START" && event.type !== "REASONING_MESSAGE_START") return false;
  return findMessage(snapshot, event.messageId) !== undefined;
}

function isSame(a: Event, b: Event): boolean {
  const contentOf = (event: Event) => JSON.stringify({ ...event, timestamp: 0 });
  return contentOf(a) === contentOf(b);
}

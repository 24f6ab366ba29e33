import type { Agent } from "../../protocol/agent.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import type { EventInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { withoutUnreadable } from "../../protocol/toJsonValue.ts";
import { createHistoryPageMatcher } from "./historyPageMatcher.ts";

/**
 * Wraps an agent that replays a whole thread: events of messages before the page are dropped, because they
 * would be appended after it. Runs and state are replayed from the start. With the messages `m3` and `m4` in the page:
 *
 * ```text
 * RUN_STARTED  text m1  text m2  RUN_FINISHED  RUN_STARTED  text m3  text m4  RUN_FINISHED  RUN_STARTED  text m5
 *              └ older: dropped                             └ in the page: this and all after it pass
 * ```
 *
 * Until the page is reached, the messages of each run are deferred: they may be newer than the page.
 */
export function skipOlderMessages(agent: Agent, page: HistoryPage): Agent {
  const ids = new Set(page.messages.filter(({ role }) => role !== "user").map(({ id }) => id));
  if (page.olderCursor === undefined || ids.size === 0) return agent;
  let filter = createOlderMessageFilter(ids, page);
  /** Id of the run that the last connection has left open. */
  let openRunId: unknown;
  return {
    endMs: agent.endMs,
    run: (input, options) => agent.run(input, options),
    async *connect(input, options) {
      // A connection that continues after a cursor continues with the deferred events.
      if (options.cursor === undefined)
        filter = createOlderMessageFilter(ids, page, filter.getReleasedRunId());
      let failure: { readonly thrown: unknown } | undefined;
      try {
        for await (const yielded of agent.connect?.(input, options) ?? []) {
          const readable = withoutUnreadable(yielded);
          const events: readonly EventInput[] = Array.isArray(readable) ? readable : [readable];
          // The run reports an event that throws when it is read, which is undefined here.
          yield events.flatMap((event) => (event ? filter.filterEvent(event) : [event]));
        }
      } catch (thrown) {
        failure = { thrown };
      }
      const remaining = filter.endConnection(openRunId);
      openRunId = filter.getOpenRunId();
      // The remaining events may come after the last cursor.
      if (remaining.length > 0) yield remaining;
      if (failure) throw failure.thrown;
    },
  };
}

/** Types of events of messages. */
const MESSAGE_EVENTS = /^(TEXT_MESSAGE|REASONING|THINKING|TOOL_CALL|ACTIVITY)_/;

/** Filter that defers the events of messages in a replay, until the replay has reached the loaded page of the history. */
interface OlderMessageFilter {
  readonly filterEvent: (event: EventInput) => EventInput[];
  /**
   * Ends a connection that never reached the loaded page, and returns the deferred events that are newer than the
   * page. They are those of a complete run that the page does not contain, and those of an active run.
   *
   * @param previousOpenRunId - Id of the run that was open when the previous connection ended. When the same run is
   *   open again, the server is still running it.
   */
  endConnection(previousOpenRunId: unknown): EventInput[];
  /** Returns the id of the run that has not ended. */
  getOpenRunId(): unknown;
  /** Returns the id of the run whose deferred events were returned by `endConnection`. */
  getReleasedRunId(): unknown;
}

/** @param knownRunId - Id of a run after the loaded page of the history. */
function createOlderMessageFilter(
  ids: ReadonlySet<string>,
  page: HistoryPage,
  knownRunId?: unknown,
): OlderMessageFilter {
  const matcher = createHistoryPageMatcher(page);
  /** True until the replay has reached the page. */
  let isBeforePage = true;
  /** Events of messages in the current run, and its end with the events after it. */
  let deferredEvents: EventInput[] = [];
  let runId: unknown;
  let isOpen = false;
  let releasedRunId = knownRunId;

  /** Returns the deferred events without those of messages, which are older or in the page. */
  function withoutMessageEvents(): EventInput[] {
    const others = deferredEvents.filter((event) => !isMessageEvent(event));
    deferredEvents = [];
    return others;
  }

  function filterEvent(event: EventInput): EventInput[] {
    // The value is not validated yet.
    const fields: unknown = event;
    if (!isBeforePage || !isRecord(fields)) return [event];
    const { type, messageId, parentMessageId } = fields;
    const isInPage = [messageId, parentMessageId].some((id) => ids.has(String(id)));
    const isAfterPage = matcher.matchEvent(fields);
    if (type === "RUN_STARTED") ({ runId } = fields);
    const isKnown = type === "RUN_STARTED" && knownRunId !== undefined && knownRunId === runId;
    if (isAfterPage || isInPage || isKnown || type === "MESSAGES_SNAPSHOT") {
      isBeforePage = false;
      // True when the event ends the last message of the page.
      const endsPage = isAfterPage && type === "TEXT_MESSAGE_END";
      return endsPage ? withoutMessageEvents() : [...withoutMessageEvents(), event];
    }
    if (type === "RUN_STARTED") {
      isOpen = true;
      return [...withoutMessageEvents(), event];
    }
    if (type === "RUN_FINISHED" || type === "RUN_ERROR") isOpen = false;
    const isDeferred = isMessageEvent(event) || (!isOpen && deferredEvents.length > 0);
    if (!isDeferred) return [event];
    deferredEvents.push(event);
    return [];
  }

  return {
    filterEvent,
    endConnection(previousOpenRunId) {
      if (!isBeforePage) return [];
      const isNew = isOpen ? runId === previousOpenRunId : matcher.endsOutsidePage();
      // A run that is replayed again is sent completely.
      if (!isNew) return isOpen ? [] : withoutMessageEvents();
      isBeforePage = false;
      releasedRunId = runId;
      return deferredEvents;
    },
    getOpenRunId: () => (isOpen ? runId : undefined),
    getReleasedRunId: () => releasedRunId,
  };
}

function isMessageEvent(event: unknown): boolean {
  return isRecord(event) && MESSAGE_EVENTS.test(String(event.type));
}

import type { Agent } from "../../protocol/agent.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import type { EventInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createHistoryPageMatcher } from "./matchHistoryPage.ts";

/**
 * An agent that tells a whole thread again, without what it tells of messages before a page: those would
 * come behind it. Of runs and of the state it tells from the beginning.
 */
export function skipOlderMessages(agent: Agent, page: HistoryPage): Agent {
  const ids = new Set(page.messages.filter(({ role }) => role !== "user").map(({ id }) => id));
  if (page.olderCursor === undefined || ids.size === 0) return agent;
  let sieve = createSieve(ids, page);
  /** The run that the last connection has left open. */
  let openId: unknown;
  return {
    run: (input, options) => agent.run(input, options),
    async *connect(input, options) {
      // One that goes on after a position goes on with what was held back there.
      if (options.cursor === undefined) sieve = createSieve(ids, page, sieve.goesOn());
      let failure: { readonly thrown: unknown } | undefined;
      try {
        for await (const yielded of agent.connect?.(input, options) ?? []) {
          const events: readonly EventInput[] = Array.isArray(yielded) ? yielded : [yielded];
          yield events.flatMap(sieve.pass);
        }
      } catch (thrown) {
        failure = { thrown };
      }
      const rest = sieve.end(openId);
      openId = sieve.openId();
      // Nothing that is told would still be behind the last position.
      if (rest.length > 0) yield rest;
      if (failure) throw failure.thrown;
    },
  };
}

/** The events that tell of messages. */
const OF_MESSAGES = /^(TEXT_MESSAGE|REASONING|THINKING|TOOL_CALL|ACTIVITY)_/;

/** Holds back what one telling of a thread says of messages, until it has come to a page. */
interface Sieve {
  readonly pass: (event: EventInput) => EventInput[];
  /**
   * The connection is over. What it has told last is let through where it is none of the page's: it says
   * what the page does not, or goes on.
   *
   * @param leftOpen - The run that the connection before it has left open: what two have left open goes on.
   */
  end(leftOpen: unknown): EventInput[];
  /** The run that has not ended. */
  openId(): unknown;
  /** The run that was let through. */
  goesOn(): unknown;
}

/** @param known - A run that is behind the page. */
function createSieve(ids: ReadonlySet<string>, page: HistoryPage, known?: unknown): Sieve {
  const words = createHistoryPageMatcher(page);
  let isOlder = true;
  /** Of the run that is told: what it says of messages, and its end with what follows. */
  let held: EventInput[] = [];
  let runId: unknown;
  let isOpen = false;
  let goesOn = known;

  /** What was held, without what it says of messages: it is older, or in the page. */
  function drop(): EventInput[] {
    const others = held.filter((event) => !isOfMessages(event));
    held = [];
    return others;
  }

  function pass(event: EventInput): EventInput[] {
    // Whatever an agent yields: it has not been looked at yet.
    const fields: unknown = event;
    if (!isOlder || !isRecord(fields)) return [event];
    const { type, messageId, parentMessageId } = fields;
    const isOfPage = [messageId, parentMessageId].some((id) => ids.has(String(id)));
    const isBehind = words.matchEvent(fields);
    if (type === "RUN_STARTED") ({ runId } = fields);
    const isKnown = type === "RUN_STARTED" && known !== undefined && known === runId;
    if (isBehind || isOfPage || isKnown || type === "MESSAGES_SNAPSHOT") {
      isOlder = false;
      // That is the end of the last one of the page.
      const isLast = isBehind && type === "TEXT_MESSAGE_END";
      return isLast ? drop() : [...drop(), event];
    }
    if (type === "RUN_STARTED") {
      isOpen = true;
      return [...drop(), event];
    }
    if (type === "RUN_FINISHED" || type === "RUN_ERROR") isOpen = false;
    const isHeld = isOfMessages(event) || (!isOpen && held.length > 0);
    if (!isHeld) return [event];
    held.push(event);
    return [];
  }

  return {
    pass,
    end(leftOpen) {
      if (!isOlder) return [];
      const isNews = isOpen ? runId === leftOpen : words.endsWithUnknown();
      // What is told again from its start is told whole.
      if (!isNews) return isOpen ? [] : drop();
      isOlder = false;
      goesOn = runId;
      return held;
    },
    openId: () => (isOpen ? runId : undefined),
    goesOn: () => goesOn,
  };
}

function isOfMessages(event: unknown): boolean {
  return isRecord(event) && OF_MESSAGES.test(String(event.type));
}

import type { Agent } from "../../protocol/agent.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import { isRecord } from "../../protocol/isRecord.ts";

/** The events that tell of messages. */
const OF_MESSAGES = /^(TEXT_MESSAGE|REASONING|THINKING|TOOL_CALL|ACTIVITY)_/;

/**
 * An agent that tells a whole thread again, without what it tells of messages before a page: those would
 * come behind it. Of runs and of the state it tells from the beginning.
 */
export function withoutOlder(agent: Agent, { messages, olderCursor }: HistoryPage): Agent {
  const ids = new Set(messages.filter(({ role }) => role !== "user").map(({ id }) => id));
  if (olderCursor === undefined || ids.size === 0) return agent;
  return {
    run: (input, options) => agent.run(input, options),
    async *connect(input, options) {
      // One that goes on after a position has told of the page by then.
      let isOlder = options.cursor === undefined;
      const isTold = (event: unknown) => {
        if (!isRecord(event) || typeof event.type !== "string") return true;
        const { type, messageId, parentMessageId } = event;
        if (type === "MESSAGES_SNAPSHOT") isOlder = false;
        const isOfPage = [messageId, parentMessageId].some((id) => ids.has(String(id)));
        if (isOfPage) isOlder = false;
        return !isOlder || !OF_MESSAGES.test(type);
      };
      for await (const yielded of agent.connect?.(input, options) ?? []) {
        if (Array.isArray(yielded)) yield yielded.filter(isTold);
        else if (isTold(yielded)) yield yielded;
      }
    },
  };
}

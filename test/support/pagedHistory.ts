import type { Agent } from "../../src/protocol/agent.ts";
import type { HistoryPage, HistoryRequest } from "../../src/protocol/dialect.ts";
import type { Message } from "../../src/protocol/events.ts";

/**
 * Returns a conversation of questions `u0` … and answers `a0` …, in a range of numbers that
 * excludes the last.
 */
export function turnMessages(from: number, to: number): Message[] {
  return Array.from({ length: to - from }, (_, n): Message[] => [
    { id: `u${from + n}`, role: "user", content: `Question ${from + n}` },
    { id: `a${from + n}`, role: "assistant", content: `Answer ${from + n}` },
  ]).flat();
}

/** History of an agent with a record of its requests. */
export interface PagedHistory extends Required<Pick<Agent, "history">> {
  readonly requests: HistoryRequest[];
}

/**
 * Creates the history of a conversation as a server pages it: the latest messages first, with the
 * id of the first message of a page as the cursor.
 */
export function pagedHistory(
  conversation: readonly Message[],
  size: number,
  extra: Partial<HistoryPage> = {},
): PagedHistory {
  const requests: HistoryRequest[] = [];
  return {
    requests,
    async history(request) {
      requests.push(request);
      const { cursor } = request;
      const end = cursor ? conversation.findIndex(({ id }) => id === cursor) : conversation.length;
      const start = Math.max(0, end - size);
      const first = conversation[start]?.id;
      return {
        // Clones as a network does, so that no two results share an object.
        messages: structuredClone(conversation.slice(start, end)),
        ...(start > 0 && first !== undefined && { olderCursor: first }),
        ...extra,
      };
    },
  };
}

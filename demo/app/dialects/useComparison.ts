import { type Message, useClient } from "agui-kit";
import { useCallback, useSyncExternalStore } from "react";
import { spellings } from "../../dialects.ts";

/** Result of the comparison of the five conversations. */
export type Comparison = "empty" | "answering" | "same" | "different";

/** Compares the messages of the conversations in all dialects. */
export function useComparison(threadId: string): Comparison {
  const client = useClient();
  const threads = useCallback(
    () => spellings.map(({ agentId }) => client.thread({ agentId, threadId })),
    [client, threadId],
  );
  const subscribe = useCallback(
    (onChange: () => void) => {
      const ends = threads().map(({ store }) => store.subscribe(onChange));
      return () => {
        for (const end of ends) end();
      };
    },
    [threads],
  );
  return useSyncExternalStore(subscribe, () => {
    const snapshots = threads().map(({ store }) => store.getState());
    if (snapshots.every(({ messages }) => messages.length === 0)) return "empty";
    if (snapshots.some(({ run, queue }) => run.outcome === undefined || queue.length > 0)) {
      return "answering";
    }
    const texts = snapshots.map(({ messages }) => JSON.stringify(messages.map(withoutIds)));
    return texts.every((text) => text === texts[0]) ? "same" : "different";
  });
}

/** Returns a message without its ids, which every system generates itself. */
function withoutIds(message: Message): unknown {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return [message.role, message.content ?? "", calls.map((call) => call.function)];
}

import { createContext, type ReactNode, useContext, useState } from "react";
import { flushSync } from "react-dom";

interface Conversations {
  /** Ids of the restarted conversations, by agent. */
  readonly threadIds: Readonly<Record<string, string>>;
  readonly startOver: (agentId: string) => void;
}

const ConversationsContext = createContext<Conversations>({ threadIds: {}, startOver: () => {} });

/** Remembers the conversation of each example while another example is shown. */
export function ConversationsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [threadIds, setThreadIds] = useState<Conversations["threadIds"]>({});
  const startOver = (agentId: string) =>
    // Synchronous, so that the new conversation can be focused right away.
    flushSync(() => setThreadIds((ids) => ({ ...ids, [agentId]: crypto.randomUUID() })));
  return <ConversationsContext value={{ threadIds, startOver }}>{children}</ConversationsContext>;
}

/** Returns the thread target of an example's conversation and a function that starts another. */
export function useConversation(agentId: string) {
  const { threadIds, startOver } = useContext(ConversationsContext);
  const threadId = threadIds[agentId];
  return {
    // Without an id, the target is the agent's default conversation.
    target: { agentId, ...(threadId !== undefined && { threadId }) },
    startOver: () => startOver(agentId),
  };
}

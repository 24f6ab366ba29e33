import { createContext, type ReactNode, useContext, useState } from "react";
import { flushSync } from "react-dom";

interface Conversations {
  /** The names of conversations that were begun anew, by their agents. */
  readonly threadIds: Readonly<Record<string, string>>;
  readonly beginAnew: (agentId: string) => void;
}

const ConversationsContext = createContext<Conversations>({ threadIds: {}, beginAnew: () => {} });

/** Remembers which conversation each scene is in, also while another scene is shown. */
export function ConversationsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [threadIds, setThreadIds] = useState<Conversations["threadIds"]>({});
  const beginAnew = (agentId: string) =>
    // At once: when the old one ends nobody looks at it any more, and the new one can be focused.
    flushSync(() => setThreadIds((ids) => ({ ...ids, [agentId]: crypto.randomUUID() })));
  return <ConversationsContext value={{ threadIds, beginAnew }}>{children}</ConversationsContext>;
}

/** The conversation a scene is in, as a thread is asked for, and how to begin another. */
export function useConversation(agentId: string) {
  const { threadIds, beginAnew } = useContext(ConversationsContext);
  const threadId = threadIds[agentId];
  return {
    // Without a name it is the agent's first.
    target: { agentId, ...(threadId !== undefined && { threadId }) },
    beginAnew: () => beginAnew(agentId),
  };
}

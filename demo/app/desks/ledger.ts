import type { AgentMiddleware } from "agui-kit";
import { useSyncExternalStore } from "react";

/** What an agent was sent with its last run. */
export interface Sent {
  readonly messages: number;
  readonly hasState: boolean;
}

interface Ledger {
  /** Goes around an agent, and changes nothing. */
  readonly note: AgentMiddleware;
  readonly read: (threadId: string) => Sent | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

const ledgers = new Map<string, Ledger>();

/** Keeps what really goes out to an agent, so that one can look. */
export function ledgerOf(agentId: string): Ledger {
  const known = ledgers.get(agentId);
  if (known) return known;
  const made = createLedger();
  ledgers.set(agentId, made);
  return made;
}

/** What an agent was sent last in a conversation; undefined before its first run there. */
export function useSent(agentId: string, threadId: string): Sent | undefined {
  const { subscribe, read } = ledgerOf(agentId);
  return useSyncExternalStore(subscribe, () => read(threadId));
}

function createLedger(): Ledger {
  const listeners = new Set<() => void>();
  const sent = new Map<string, Sent>();
  return {
    note(input, next) {
      const hasState = JSON.stringify(input.state ?? {}) !== "{}";
      sent.set(input.threadId, { messages: input.messages.length, hasState });
      for (const listener of listeners) listener();
      return next(input);
    },
    read: (threadId) => sent.get(threadId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

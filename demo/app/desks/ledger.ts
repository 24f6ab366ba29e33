import type { AgentMiddleware } from "agui-kit";
import { useSyncExternalStore } from "react";

/** Content of an agent's last request. */
export interface Sent {
  readonly messages: number;
  readonly hasState: boolean;
}

interface Ledger {
  /** Records requests without changing them. */
  readonly note: AgentMiddleware;
  readonly read: (threadId: string) => Sent | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

const ledgers = new Map<string, Ledger>();

/** Returns the recorder of the requests that are sent to an agent. */
export function ledgerOf(agentId: string): Ledger {
  const cached = ledgers.get(agentId);
  if (cached) return cached;
  const created = createLedger();
  ledgers.set(agentId, created);
  return created;
}

/** Returns the last request of a conversation to an agent; undefined before its first run. */
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

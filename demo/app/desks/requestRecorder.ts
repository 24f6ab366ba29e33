import type { AgentMiddleware } from "agui-kit";
import { useSyncExternalStore } from "react";

/** Content of an agent's last request. */
export interface SentRequest {
  readonly messages: number;
  readonly hasState: boolean;
}

interface RequestRecorder {
  /** Records requests without changing them. */
  readonly record: AgentMiddleware;
  readonly read: (threadId: string) => SentRequest | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

const recorders = new Map<string, RequestRecorder>();

/** Returns the recorder of the requests that are sent to an agent. */
export function requestRecorderOf(agentId: string): RequestRecorder {
  const cached = recorders.get(agentId);
  if (cached) return cached;
  const created = createRequestRecorder();
  recorders.set(agentId, created);
  return created;
}

/** Returns the last request of a conversation to an agent; undefined before its first run. */
export function useLastRequest(agentId: string, threadId: string): SentRequest | undefined {
  const { subscribe, read } = requestRecorderOf(agentId);
  return useSyncExternalStore(subscribe, () => read(threadId));
}

function createRequestRecorder(): RequestRecorder {
  const listeners = new Set<() => void>();
  const lastRequests = new Map<string, SentRequest>();
  return {
    record(input, next) {
      const hasState = JSON.stringify(input.state ?? {}) !== "{}";
      lastRequests.set(input.threadId, { messages: input.messages.length, hasState });
      for (const listener of listeners) listener();
      return next(input);
    },
    read: (threadId) => lastRequests.get(threadId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

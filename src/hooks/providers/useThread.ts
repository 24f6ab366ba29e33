import { createContext, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { ClientContext } from "./useClient.ts";

/** @internal */
export const ThreadContext = createContext<Thread | undefined>(undefined);

/** Which conversation a hook is about, where that is not the nearest. */
export interface ThreadTarget {
  /** An agent of the nearest `AgentProvider`; its default thread, unless `threadId` names one. */
  readonly agentId?: string | undefined;
  /** A thread of that agent, else of the nearest thread's. */
  readonly threadId?: string | undefined;
}

/**
 * Returns the thread of the nearest `ThreadProvider`, else the default thread of the nearest
 * `AgentProvider`; or another one of that provider's client, by its agent or its id.
 *
 * The thread holds the verbs and the store. Reading `getSnapshot()` from it does not re-render
 * anything; subscribe with `useSnapshot` or a narrower hook.
 *
 * @example A button that clears the conversation
 * ```tsx
 * const thread = useThread();
 * <button onClick={() => thread.setMessages([])}>Clear</button>
 * ```
 * @param target - Another conversation than the nearest. It needs an `AgentProvider`.
 * @throws AgentKitError `missing-provider` outside both providers, `invalid-argument` when the client
 *   has no agent of that name.
 * @typeParam TState - The shape of the shared state.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useThread<TState = unknown>({
  agentId,
  threadId,
}: ThreadTarget = {}): Thread<TState> {
  const given = useContext(ThreadContext);
  const client = useContext(ClientContext);
  const nearest = given ?? client?.thread();
  // What is not said is as it is here.
  const whose = agentId ?? nearest?.agentId;
  const isNearest =
    whose === nearest?.agentId && (threadId === undefined || threadId === nearest?.threadId);
  const thread = isNearest ? nearest : client?.thread(omitUndefined({ agentId: whose, threadId }));
  if (thread === undefined) {
    throw new AgentKitError(
      "missing-provider",
      "There is no thread here, because there is no <AgentProvider> and no <ThreadProvider> above " +
        "this component. Wrap it, for example in <AgentProvider agent={httpAgent({ url })}>.",
    );
  }
  // The shape of the state is the application's word; a context cannot carry it.
  return thread as Thread<TState>;
}

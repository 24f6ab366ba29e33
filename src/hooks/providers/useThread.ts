import { createContext, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { withState } from "../../protocol/withState.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { ClientContext } from "./useClient.ts";

/** @internal */
export const ThreadContext = createContext<Thread | undefined>(undefined);

/** Selection of the conversation a hook works with, when it is not the nearest. */
export interface ThreadTarget {
  /** Name of an agent of the nearest `AgentProvider`; selects its default thread, unless `threadId` is set. */
  readonly agentId?: string | undefined;
  /** Id of a thread of that agent, or of the nearest thread's agent. */
  readonly threadId?: string | undefined;
}

/**
 * Returns the thread of the nearest `ThreadProvider`, else the default thread of the nearest
 * `AgentProvider`. A `target` selects another thread of that provider's client.
 *
 * The thread has the commands and the store. Reading `getSnapshot()` does not subscribe the component;
 * use `useSnapshot` or a narrower hook to re-render on changes.
 *
 * @example A button that clears the conversation
 * ```tsx
 * const thread = useThread();
 * <button onClick={() => thread.setMessages([])}>Clear</button>
 * ```
 * @param target - Selects another conversation than the nearest. Needs an `AgentProvider`.
 * @throws AgentKitError `missing-provider` outside both providers; `invalid-argument` when the client
 *   has no agent of that name.
 * @typeParam TState - The shape of the shared state.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useThread<TState = unknown>({
  agentId,
  threadId,
}: ThreadTarget = {}): Thread<TState> {
  const client = useContext(ClientContext);
  const nearest = useOptionalThread();
  const targetAgentId = agentId ?? nearest?.agentId;
  const isNearest =
    targetAgentId === nearest?.agentId &&
    (threadId === undefined || threadId === nearest?.threadId);
  const thread = isNearest
    ? nearest
    : client?.thread(omitUndefined({ agentId: targetAgentId, threadId }));
  if (thread === undefined) {
    throw new AgentKitError(
      "missing-provider",
      "This hook cannot find a thread, because there is no <AgentProvider> and no <ThreadProvider> above " +
        "this component. Wrap it, for example in <AgentProvider agent={httpAgent({ url })}>.",
    );
  }
  return withState<Thread, Thread<TState>>(thread);
}

/** @internal The thread of a component, as {@link useThread} returns it. */
export type CurrentThread = Thread;

/** @internal Returns the nearest thread; `undefined` outside both providers, where `useThread` throws. */
export function useOptionalThread(): Thread | undefined {
  const thread = useContext(ThreadContext);
  const client = useContext(ClientContext);
  return thread ?? client?.thread();
}

/** @internal Returns the name of the nearest thread's agent; `undefined` outside both providers. */
export function useOptionalAgentId(): string | undefined {
  return useOptionalThread()?.agentId;
}

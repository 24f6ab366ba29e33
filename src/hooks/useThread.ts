import { createContext, useContext } from "react";
import { AgentKitError } from "../protocol/errors.ts";
import type { Thread } from "../store/types.ts";
import { ClientContext } from "./useClient.ts";

/** @internal */
export const ThreadContext = createContext<Thread | undefined>(undefined);

/**
 * Returns the thread of the nearest `ThreadProvider`, else the default thread of the nearest
 * `AgentProvider`.
 *
 * The thread holds the verbs and the store. Reading `getSnapshot()` from it does not re-render
 * anything; subscribe with `useSnapshot` or a narrower hook.
 *
 * @example A button that clears the conversation
 * ```tsx
 * const thread = useThread();
 * <button onClick={() => thread.setMessages([])}>Clear</button>
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @typeParam TState - The shape of the shared state.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useThread<TState = unknown>(): Thread<TState> {
  const given = useContext(ThreadContext);
  const client = useContext(ClientContext);
  const thread = given ?? client?.thread();
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

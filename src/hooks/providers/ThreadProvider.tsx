import { type ReactNode, useContext, useInsertionEffect, useMemo, useRef } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { ThreadRequest } from "../../store/client/clientTypes.ts";
import type { Thread } from "../../store/thread/thread.ts";
import type { RequestOptions } from "../../store/thread/threadOptions.ts";
import { ClientContext } from "./useClient.ts";
import { RegistriesContext } from "./useRegistry.ts";
import { ThreadContext } from "./useThread.ts";

/** Props of {@link ThreadProvider}. */
export interface ThreadProviderProps<TState = unknown> extends ThreadRequest<TState> {
  /** A thread created elsewhere, for example with `createThread`. The other props are then ignored. */
  readonly thread?: Thread<TState>;
  /** Components that use the thread. */
  readonly children?: ReactNode;
}

/**
 * Selects the thread that all hooks and components below use.
 *
 * Pass a `thread`, or let the client of the nearest `AgentProvider` find or create one by `threadId` and
 * `agentId`. `forwardedProps` and `prepareInput` may be written inline: changes apply from the next run on,
 * and with several providers of one thread the latest change wins. The other props are read once, when the
 * thread is created. Renders no element.
 *
 * @example Two conversations side by side
 * ```tsx
 * <ThreadProvider threadId="left"><Chat /></ThreadProvider>
 * <ThreadProvider threadId="right" agentId="critic"><Chat /></ThreadProvider>
 * ```
 * @throws AgentKitError `missing-provider` without `thread` and outside an `AgentProvider`.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function ThreadProvider<TState = unknown>({
  thread: threadProp,
  children,
  ...request
}: ThreadProviderProps<TState>): ReactNode {
  const client = useContext(ClientContext);
  const outer = useContext(RegistriesContext);
  const thread = threadProp ?? client?.thread<TState>(request);
  useRequestOptions(threadProp ? undefined : thread, request);
  // A thread created elsewhere does not belong to the client above: tools below are registered with the thread.
  const registries = useMemo(
    () => (threadProp ? [threadProp, ...outer] : outer),
    [threadProp, outer],
  );
  if (thread === undefined) {
    throw new AgentKitError(
      "missing-provider",
      "<ThreadProvider> cannot find a thread, because there is no <AgentProvider> above it. Wrap it in " +
        "an <AgentProvider>, or pass a thread from createThread() as its `thread` prop.",
    );
  }
  // The context carries a thread of any state; useThread<TState>() restores the type.
  return (
    <RegistriesContext.Provider value={registries}>
      <ThreadContext.Provider value={thread}>{children}</ThreadContext.Provider>
    </RegistriesContext.Provider>
  );
}

/** Applies the request options of the last render to the runs of a thread. */
function useRequestOptions(
  thread: Thread | undefined,
  { forwardedProps, prepareInput }: RequestOptions,
): void {
  const client = useContext(ClientContext);
  const configured = useRef<Thread>(undefined);
  // Runs before any effect below, so that a run started in an effect is sent with these options.
  useInsertionEffect(() => {
    const isEmpty = forwardedProps === undefined && prepareInput === undefined;
    // Another provider of the same thread may have set options: keep them when this one has none.
    if (!client || !thread || (isEmpty && configured.current !== thread)) return;
    configured.current = isEmpty ? undefined : thread;
    client.setRequestOptions({ forwardedProps, prepareInput }, thread);
  });
}

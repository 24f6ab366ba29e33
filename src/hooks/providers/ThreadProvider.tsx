import { type ReactNode, useContext, useInsertionEffect, useMemo, useRef } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { ThreadRequest } from "../../store/client/types.ts";
import type { Thread } from "../../store/thread/thread.ts";
import type { RequestOptions } from "../../store/thread/threadOptions.ts";
import { HostsContext } from "../renderers/useRegistries.ts";
import { ClientContext } from "./useClient.ts";
import { ThreadContext } from "./useThread.ts";

/** Props of {@link ThreadProvider}. */
export interface ThreadProviderProps<TState = unknown> extends ThreadRequest<TState> {
  /** A thread made elsewhere, with `createThread` for instance; the other props are then ignored. */
  readonly thread?: Thread<TState>;
  readonly children?: ReactNode;
}

/**
 * Chooses the thread that every hook and component below it uses.
 *
 * Give a `thread`, or let the client of the nearest `AgentProvider` find or make it by `threadId`
 * and `agentId`. `forwardedProps` and `prepareInput` may be written inline: what changes is used from the
 * next run on; of several providers of one thread, what was said last counts. The other props count when
 * the thread is made. Renders no element.
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
  thread: given,
  children,
  ...request
}: ThreadProviderProps<TState>): ReactNode {
  const client = useContext(ClientContext);
  const outer = useContext(HostsContext);
  const thread = given ?? client?.thread<TState>(request);
  useFollowedRequests(given ? undefined : (thread as Thread | undefined), request);
  // A thread made elsewhere has the client of nobody here: what is registered below is its own.
  const hosts = useMemo(() => (given ? [given as Thread, ...outer] : outer), [given, outer]);
  if (thread === undefined) {
    throw new AgentKitError(
      "missing-provider",
      "<ThreadProvider> has nowhere to find its thread, because there is no <AgentProvider> above " +
        "it. Wrap it in one, or pass a thread made with createThread() as its thread prop.",
    );
  }
  // The context carries a thread of any state; useThread<TState>() names the shape again.
  return (
    <HostsContext.Provider value={hosts}>
      <ThreadContext.Provider value={thread as Thread}>{children}</ThreadContext.Provider>
    </HostsContext.Provider>
  );
}

/** Lets a thread do to its requests what the last render says. */
function useFollowedRequests(
  thread: Thread | undefined,
  { forwardedProps, prepareInput }: RequestOptions,
): void {
  const client = useContext(ClientContext);
  const followed = useRef<Thread>(undefined);
  // Before any effect below, so that a run started in one is sent with them.
  useInsertionEffect(() => {
    const isSilent = forwardedProps === undefined && prepareInput === undefined;
    // Another provider of the thread may have said what this one has nothing to say about.
    if (!client || !thread || (isSilent && followed.current !== thread)) return;
    followed.current = isSilent ? undefined : thread;
    client.setRequestOptions({ forwardedProps, prepareInput }, thread);
  });
}

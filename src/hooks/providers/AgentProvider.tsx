import {
  type ReactNode,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useState,
} from "react";
import type { Agent } from "../../protocol/agent.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { AgentClient, AgentClientOptions } from "../../store/client/types.ts";
import type { RequestOptions, TurnOptions } from "../../store/thread/threadOptions.ts";
import { HostsContext } from "../renderers/useRegistries.ts";
import { createFollowingClient, type StableClient } from "./stableClient.ts";
import { ClientContext } from "./useClient.ts";
import { ThreadContext } from "./useThread.ts";

type ProviderOptions = TurnOptions & RequestOptions & Pick<AgentClientOptions, "storage">;

/**
 * Props of {@link AgentProvider}: exactly one of `client`, `agent` and `agents`. `forwardedProps` and
 * `prepareInput` may be written inline: what changes is used from the next run on. The other options
 * count when the provider's own client is made. A `client` has all of them already.
 */
export type AgentProviderProps = { readonly children?: ReactNode } & (
  | ({
      /** A client made with `createAgentClient`, which the provider does not dispose. */
      readonly client: AgentClient;
      readonly agent?: never;
      readonly agents?: never;
    } & { readonly [K in keyof ProviderOptions]?: never })
  | (ProviderOptions & {
      /** One agent. A new object on a later render takes over the next run of the same thread. */
      readonly agent: Agent;
      readonly client?: never;
      readonly agents?: never;
    })
  | (ProviderOptions & {
      /** Several agents by name; the first is the default. Other names make a new client. */
      readonly agents: Readonly<Record<string, Agent>>;
      readonly client?: never;
      readonly agent?: never;
    })
);

/**
 * Hands agents and their threads to every hook and component below it.
 *
 * Given `agent` or `agents` it makes one client and keeps it for as long as it is mounted, so an
 * agent written inline is fine: what changes is followed, and the conversation stays. Its runs
 * stop when it unmounts, and threads with a storage are let go of when they are stored; pass a `client`
 * to let both outlive the provider. Renders no element.
 *
 * @example A chat with an agent behind HTTP
 * ```tsx
 * <AgentProvider agent={httpAgent({ url: "/agent" })}>
 *   <Chat />
 * </AgentProvider>
 * ```
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function AgentProvider(props: AgentProviderProps): ReactNode {
  const agents = props.client ? undefined : (props.agents ?? { default: props.agent });
  const own = useFollowingClient(agents, props.client ? {} : props);
  const client = props.client ?? own?.client;
  const outer = useContext(HostsContext);
  const hosts = useMemo(() => (client ? [client, ...outer] : outer), [client, outer]);
  return (
    <ClientContext.Provider value={client}>
      <HostsContext.Provider value={hosts}>
        {/* A thread of an outer provider belongs to another client. */}
        <ThreadContext.Provider value={undefined}>{props.children}</ThreadContext.Provider>
      </HostsContext.Provider>
    </ClientContext.Provider>
  );
}

function useFollowingClient(
  agents: Readonly<Record<string, Agent>> | undefined,
  {
    maxSteps,
    onSendWithInterrupts,
    whenBusy,
    conflict,
    reconnect,
    forwardedProps,
    prepareInput,
    storage,
  }: ProviderOptions,
): StableClient | undefined {
  const options = omitUndefined({
    maxSteps,
    onSendWithInterrupts,
    whenBusy,
    conflict,
    reconnect,
    storage,
  });
  const [own, setOwn] = useState(() => agents && createFollowingClient(agents, options));
  const isSame = own === undefined ? agents === undefined : agents && own.hasNames(agents);
  // Adjusting state during render: nothing below ever sees the client of other names.
  if (!isSame) setOwn(agents && createFollowingClient(agents, options));
  // Before any effect below, so that a run started in one already meets the new agent.
  useInsertionEffect(() => {
    if (agents && own?.hasNames(agents)) own.follow(agents, { forwardedProps, prepareInput });
  });
  useEffect(() => {
    if (!own?.isOver()) return own?.hold();
    // It was hidden, and is shown again.
    setOwn(own.renewed());
    return undefined;
  }, [own]);
  return own;
}

import {
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Agent } from "../../protocol/agent.ts";
import { printHint } from "../../protocol/developmentHint.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { isAgent } from "../../protocol/validation/checkArgument.ts";
import type { AgentClient, AgentClientOptions } from "../../store/client/clientTypes.ts";
import type { RequestOptions, TurnOptions } from "../../store/thread/threadOptions.ts";
import { type AgentPlugin, AgentPlugins } from "./AgentPlugins.tsx";
import { createStableClient, type StableClient } from "./stableClient.ts";
import { ClientContext } from "./useClient.ts";
import { RegistriesContext } from "./useRegistry.ts";
import { ThreadContext } from "./useThread.ts";

type ProviderOptions = TurnOptions &
  RequestOptions &
  Pick<AgentClientOptions, "storage" | "strict" | "onIssue">;

/**
 * Props of {@link AgentProvider}: exactly one of `client`, `agent` and `agents`.
 *
 * `forwardedProps`, `prepareInput` and `onIssue` may be written inline: changes apply from the next run on. The other
 * options are read once, when the provider creates its client. A `client` already has all of them.
 */
export type AgentProviderProps = {
  /** Components that use the agents. */
  readonly children?: ReactNode;
  /** Features for the components below; see {@link AgentPlugin}. May be written inline. @defaultValue none */
  readonly plugins?: readonly AgentPlugin[];
} & (
  | ({
      /** A client created with `createAgentClient`. The provider does not dispose it. */
      readonly client: AgentClient;
      /** Excluded by the other options that provide agents. */
      readonly agent?: never;
      /** Excluded by the other options that provide agents. */
      readonly agents?: never;
    } & { readonly [K in keyof ProviderOptions]?: never })
  | (ProviderOptions & {
      /** The only agent. A new object on a later render handles the next run of the same thread. */
      readonly agent: Agent;
      /** Excluded by the other options that provide agents. */
      readonly client?: never;
      /** Excluded by the other options that provide agents. */
      readonly agents?: never;
    })
  | (ProviderOptions & {
      /** Several agents by name; the first is the default. Other names create a new client. */
      readonly agents: Readonly<Record<string, Agent>>;
      /** Excluded by the other options that provide agents. */
      readonly client?: never;
      /** Excluded by the other options that provide agents. */
      readonly agent?: never;
    })
);

/**
 * Provides agents and their threads to all hooks and components below.
 *
 * Given `agent` or `agents`, the provider creates one client and keeps it while mounted. An agent may be
 * written inline: later runs use the latest object, and the conversation stays. On unmount, running runs
 * stop, and threads with a `storage` are released once they are persisted. Pass a `client` to let runs and
 * threads outlive the provider. Renders no element.
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
  if (agents) warnAboutMissingAgents(agents);
  const stableClient = useStableClient(agents, props.client ? {} : props);
  const client = props.client ?? stableClient?.client;
  const outer = useContext(RegistriesContext);
  const registries = useMemo(() => (client ? [client, ...outer] : outer), [client, outer]);
  return (
    <ClientContext.Provider value={client}>
      <RegistriesContext.Provider value={registries}>
        {/* A thread of an outer provider belongs to another client. */}
        <ThreadContext.Provider value={undefined}>
          {props.plugins && <AgentPlugins plugins={props.plugins} />}
          {props.children}
        </ThreadContext.Provider>
      </RegistriesContext.Provider>
    </ClientContext.Provider>
  );
}

/** Warns, in development, about an agent that is `undefined` or no agent, whose runs fail. */
function warnAboutMissingAgents(agents: Readonly<Record<string, Agent | undefined>>): void {
  for (const [name, agent] of Object.entries(agents)) {
    if (!isAgent(agent)) printHint("missing-agent", AgentProvider, [name]);
  }
}

function useStableClient(
  agents: Readonly<Record<string, Agent>> | undefined,
  {
    maxAutomaticRuns,
    onSendWithInterrupts,
    whenBusy,
    conflict,
    reconnect,
    forwardedProps,
    prepareInput,
    storage,
    strict,
    onIssue,
  }: ProviderOptions,
): StableClient | undefined {
  const latestOnIssue = useRef(onIssue);
  const options = omitUndefined({
    maxAutomaticRuns,
    onSendWithInterrupts,
    whenBusy,
    conflict,
    reconnect,
    storage,
    strict,
    onIssue: useCallback<NonNullable<ProviderOptions["onIssue"]>>(
      (...issue) => latestOnIssue.current?.(...issue),
      [],
    ),
  });
  const [stable, setStable] = useState(() => agents && createStableClient(agents, options));
  const isSame = stable === undefined ? agents === undefined : agents && stable.hasNames(agents);
  // Adjusts state during render, so that no component below sees the client of other agent names.
  if (!isSame) setStable(agents && createStableClient(agents, options));
  // Runs before any effect below, so that a run started in an effect uses the new agent.
  useInsertionEffect(() => {
    latestOnIssue.current = onIssue;
    if (agents && stable?.hasNames(agents))
      stable.setAgents(agents, { forwardedProps, prepareInput });
  });
  useEffect(() => {
    if (!stable?.isReleased()) return stable?.retainClient();
    // A hidden <Activity> released the threads and is visible again.
    setStable(stable.recreateClient());
    return undefined;
  }, [stable]);
  return stable;
}

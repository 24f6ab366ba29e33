import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import { queryCapabilities, setCapabilities } from "../../store/run/agentCapabilities.ts";
import { type AgentDelegate, delegateOf } from "../providers/delegatingAgent.ts";

/** The capabilities of one agent, queried once for all components. */
export interface CapabilityCache {
  /** Adds a listener for changes, and queries the agent unless it has responded or is being queried. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly readCapabilities: () => AgentCapabilities | undefined;
}

const caches = new WeakMap<Agent, CapabilityCache>();

/** Returns the cache of an agent; the same one for as long as the agent object exists. */
export function capabilityCacheOf(agent: Agent): CapabilityCache {
  const cache = caches.get(agent) ?? createCapabilityCache(agent);
  caches.set(agent, cache);
  return cache;
}

function createCapabilityCache(agent: Agent): CapabilityCache {
  const listeners = new Set<() => void>();
  let capabilities: AgentCapabilities | undefined;
  let isQuerying = false;
  let refresher: DelegateRefresher | undefined;
  const readCapabilities = () => capabilities;
  const updateCapabilities = (next: AgentCapabilities | undefined) => {
    capabilities = next;
    setCapabilities(agent, next);
    for (const listener of [...listeners]) listener();
  };

  async function query(): Promise<void> {
    isQuerying = true;
    const received = await queryCapabilities(agent);
    isQuerying = false;
    // A replaced delegate may have responded first.
    if (received && !capabilities) updateCapabilities(received);
  }

  const delegate = delegateOf(agent);
  if (delegate) {
    delegate.onChange = (previous) => {
      // Until a delegate is replaced, a run is no reason to query again.
      if (!previous) return refresher?.handleRunStart();
      refresher ??= createDelegateRefresher({
        delegate,
        listeners,
        readCapabilities,
        updateCapabilities,
      });
      refresher.handleReplacement(previous);
    };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!capabilities && !isQuerying) void query();
      refresher?.queryDelegate();
      return () => {
        listeners.delete(listener);
      };
    },
    readCapabilities,
  };
}

interface DelegateRefresherOptions {
  readonly delegate: AgentDelegate;
  readonly listeners: ReadonlySet<unknown>;
  readonly readCapabilities: () => AgentCapabilities | undefined;
  readonly updateCapabilities: (capabilities: AgentCapabilities | undefined) => void;
}

/** Queries the delegates of an agent when they are replaced. */
interface DelegateRefresher {
  /** Queries the current delegate when a component listens and the limit allows it. */
  readonly queryDelegate: () => void;
  readonly handleRunStart: () => void;
  readonly handleReplacement: (previous: Agent) => void;
}

/** Capabilities by delegate, including replaced ones. */
const cachedCapabilities = new WeakMap<Agent, AgentCapabilities>();

/** Number of replaced delegates that are queried before one of them starts a run. */
const MAX_QUERIES_PER_RUN = 3;

/**
 * Creates the refresher of a delegating agent; known capabilities stay until the new delegate has responded.
 *
 * An agent written inline is a new object on every render. Once a delegate repeats the capabilities of the one before, it is
 * most likely the same agent: no other is queried before the next run.
 */
function createDelegateRefresher({
  delegate,
  listeners,
  readCapabilities,
  updateCapabilities,
}: DelegateRefresherOptions): DelegateRefresher {
  let queried: Agent | undefined;
  let isQuerying = false;
  let remaining = MAX_QUERIES_PER_RUN;

  async function query(agent: Agent): Promise<void> {
    const cached = cachedCapabilities.get(agent);
    if (!cached) remaining -= 1;
    isQuerying = true;
    // Waits for cached capabilities too: a delegate is replaced in an insertion effect, where React forbids updates.
    const received = await (cached ?? queryCapabilities(agent));
    isQuerying = false;
    queried = agent;
    if (received) cachedCapabilities.set(agent, received);
    const current = readCapabilities();
    if (!cached && JSON.stringify(received) === JSON.stringify(current)) remaining = 0;
    else if (received !== current) updateCapabilities(received);
    queryDelegate();
  }

  function queryDelegate(): void {
    const agent = delegate.currentAgent();
    if (!agent || agent === queried || isQuerying || listeners.size === 0) return;
    if (remaining > 0 || cachedCapabilities.has(agent)) void query(agent);
  }

  return {
    queryDelegate,
    handleRunStart() {
      remaining = MAX_QUERIES_PER_RUN;
      queryDelegate();
    },
    handleReplacement(previous) {
      const current = readCapabilities();
      // The first capabilities came through the delegating agent: it belongs to its first delegate.
      if (!queried && current) cachedCapabilities.set(previous, current);
      queryDelegate();
    },
  };
}

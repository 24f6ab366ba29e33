import { createContext, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../../store/client/types.ts";
import type { Thread } from "../../store/thread/thread.ts";

/** @internal What tools and renderers belong to: a client, or a thread made without one. */
export type RendererRegistry = AgentClient | Thread;

/** @internal The hosts around a component, the nearest first. */
export const HostsContext = createContext<readonly RendererRegistry[]>([]);

/** @internal Returns the host that tools and renderers of a component belong to. */
export function useHost(): RendererRegistry {
  const [host] = useContext(HostsContext);
  if (host) return host;
  throw new AgentKitError(
    "missing-provider",
    "This hook found nothing to register with, because there is no <AgentProvider> and no " +
      "<ThreadProvider thread={…}> above this component. Wrap it, for example in " +
      "<AgentProvider agent={httpAgent({ url })}>.",
  );
}

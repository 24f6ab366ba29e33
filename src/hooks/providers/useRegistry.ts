import { createContext, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { AgentClient } from "../../store/client/clientTypes.ts";
import type { Thread } from "../../store/thread/thread.ts";

/** @internal The registry of tools, renderers and context: a client, or a thread created without a client. */
export type Registry = AgentClient | Thread;

/** @internal The registries around a component, the nearest first. */
export const RegistriesContext = createContext<readonly Registry[]>([]);

/** @internal Returns the registry for the tools and renderers of a component. */
export function useRegistry(): Registry {
  const [registry] = useContext(RegistriesContext);
  if (registry) return registry;
  throw new AgentKitError(
    "missing-provider",
    "This hook cannot register anything, because there is no <AgentProvider> and no " +
      "<ThreadProvider thread={…}> above this component. Wrap it, for example in " +
      "<AgentProvider agent={httpAgent({ url })}>.",
  );
}

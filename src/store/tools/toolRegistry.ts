import { printHint } from "../../protocol/developmentHint.ts";
import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { isStandard, prefetchValidator } from "../jsonSchema/validate.ts";
import type { AnyTool } from "./toolTypes.ts";

/** Tools of a client or a thread. */
export interface ToolRegistry {
  /**
   * Adds a tool; returns the function that removes it. The object is read when a run starts or a
   * call is made.
   */
  registerTool(tool: AnyTool): () => void;
  /**
   * Returns the tools by name. Inner tools shadow outer ones, and later registrations shadow
   * earlier ones.
   */
  getTools(): ReadonlyMap<string, AnyTool>;
  /** Returns the tools of this registry in the order of registration. */
  getOwnTools(): readonly AnyTool[];
  /** Calls a listener after each change; returns the function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Notifies the listeners that the object of a registered tool has changed. */
  notifyChange(): void;
}

const registriesByClient = new WeakMap<object, ToolRegistry>();

/** Sets the registry of a client. */
export function setToolRegistry(client: object, registry: ToolRegistry): void {
  registriesByClient.set(client, registry);
}

/** Returns the registry of a client; `undefined` for a thread, whose tools its own agent alone calls. */
export function toolRegistryOf(client: object): ToolRegistry | undefined {
  return registriesByClient.get(client);
}

/**
 * Creates a registry.
 *
 * @param outer - Returns the tools of the outer registry.
 * @param agentId - Limits `getTools()` to tools for all agents and tools for this one.
 */
export function createToolRegistry(
  outer: () => readonly AnyTool[] = () => [],
  agentId?: string,
): ToolRegistry {
  // An entry per registration, because one tool object may be registered twice.
  const entries = new Set<{ readonly tool: AnyTool }>();
  const listeners = new Set<() => void>();
  const notifyChange = () => {
    for (const listener of listeners) listener();
  };
  const getOwnTools = () => [...entries].map(({ tool }) => tool);
  return {
    registerTool(tool) {
      const cancelPrefetch = prefetchWhenIdle(() => prefetchValidatorOf(tool));
      const entry = { tool };
      entries.add(entry);
      notifyChange();
      return () => {
        cancelPrefetch();
        entries.delete(entry);
        notifyChange();
      };
    },
    getTools: () =>
      new Map(
        [outer(), getOwnTools()]
          .flatMap((tools) => toolsFor(agentId, tools))
          .map((tool) => [tool.name, tool]),
      ),
    getOwnTools,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notifyChange,
  };
}

/** Loads the validator of the arguments. Not called at registration, because a tool may create its schema on demand. */
function prefetchValidatorOf(tool: AnyTool): void {
  if (tool.available === false) return;
  const { parameters } = tool;
  if (parameters && !isStandard(parameters)) prefetchValidator();
}

/**
 * Returns the tools for an agent. Tools for this agent come last, so that they shadow tools for all
 * agents.
 */
function toolsFor(agentId: string | undefined, tools: readonly AnyTool[]): readonly AnyTool[] {
  // A thread without a client has one agent, whatever its name.
  if (agentId === undefined) return tools;
  return [
    ...tools.filter((tool) => tool.agentId === undefined),
    ...tools.filter((tool) => tool.agentId === agentId),
  ];
}

/** Registers a tool and warns, in development, about another tool of the same name. */
export function registerTool(registry: ToolRegistry, tool: AnyTool): () => void {
  checkArgument("tool", tool);
  const unregister = registry.registerTool(tool);
  // React may register a tool in its new component before unregistering it in the old one.
  queueMicrotask(() => warnDuplicateTool(registry, tool));
  return unregister;
}

/** Warns, in development, that a tool shadows another one that is still registered. */
function warnDuplicateTool(registry: ToolRegistry, tool: AnyTool): void {
  const isDuplicate = ({ name, agentId }: AnyTool) =>
    name === tool.name && agentId === tool.agentId;
  const duplicates = new Set(registry.getOwnTools().filter(isDuplicate));
  if (duplicates.size > 1) printHint("duplicate-tool", registry, [tool.name]);
}

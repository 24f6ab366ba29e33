import type { AnyTool } from "./types.ts";

/** The tools of a client or of a thread. */
export interface ToolRegistry {
  /** Adds a tool; returns the function that takes it back. The object is read when it is needed. */
  register(tool: AnyTool): () => void;
  /** The tools in force by their names: the innermost, and of those the one registered last. */
  all(): ReadonlyMap<string, AnyTool>;
  /** Everything that was registered here, in order. */
  own(): readonly AnyTool[];
}

/**
 * Makes a registry; what lies outside of it is shadowed by what is registered in it.
 *
 * @param agentId - Whose tools are in force: those for all agents and those for this one.
 */
export function createToolRegistry(
  outer: () => readonly AnyTool[] = () => [],
  agentId?: string,
): ToolRegistry {
  // Entries, because two may register one object, and each takes back its own.
  const entries = new Set<{ readonly tool: AnyTool }>();
  const own = () => [...entries].map(({ tool }) => tool);
  return {
    register(tool) {
      const entry = { tool };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    all: () =>
      new Map(
        [outer(), own()]
          .flatMap((tools) => toolsFor(agentId, tools))
          .map((tool) => [tool.name, tool]),
      ),
    own,
  };
}

/** Whether a program that offers a tool answers its calls itself: nothing is registered under its name. */
export function isLeftToProgram(
  name: string,
  registered: { has(name: string): boolean },
  offered: readonly { readonly name: string }[] = [],
): boolean {
  return !registered.has(name) && offered.some((tool) => tool.name === name);
}

/** The tools that one agent is offered; its own come last and shadow those for all. */
function toolsFor(agentId: string | undefined, tools: readonly AnyTool[]): readonly AnyTool[] {
  // A thread without a client has one agent, whatever that is called.
  if (agentId === undefined) return tools;
  return [
    ...tools.filter((tool) => tool.agentId === undefined),
    ...tools.filter((tool) => tool.agentId === agentId),
  ];
}

/** Registers a tool and warns, in development, about another tool of the same name. */
export function registerTool(registry: ToolRegistry, tool: AnyTool): () => void {
  const unregister = registry.register(tool);
  // A tool that moves from one React component to another may be registered before it is unregistered.
  queueMicrotask(() => warnDuplicateTool(registry, tool));
  return unregister;
}

/** Of what Node has under this name, or a bundler puts in its place. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

function isDevelopment(): boolean {
  try {
    // Written out, because this is what bundlers replace.
    return process.env.NODE_ENV !== "production";
  } catch {
    return false;
  }
}

/** Registries and names that have been warned about. */
const warned = new WeakMap<ToolRegistry, Set<string>>();

/** In development, says that a tool takes the place of another that is still registered. */
export function warnDuplicateTool(registry: ToolRegistry, tool: AnyTool): void {
  if (!isDevelopment()) return;
  const isTwin = ({ name, agentId }: AnyTool) => name === tool.name && agentId === tool.agentId;
  const twins = new Set(registry.own().filter(isTwin));
  const names = warned.get(registry) ?? new Set();
  warned.set(registry, names);
  if (twins.size < 2 || names.has(tool.name)) return;
  names.add(tool.name);
  console.warn(
    `agui-kit: the tool "${tool.name}" is registered ${twins.size} times. The one registered ` +
      "last is used; give the others different names, or register it once, further up.",
  );
}

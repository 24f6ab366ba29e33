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

/** Makes a registry; what lies outside of it is shadowed by what is registered in it. */
export function createToolRegistry(outer: () => readonly AnyTool[] = () => []): ToolRegistry {
  const tools = new Set<AnyTool>();
  return {
    register(tool) {
      tools.add(tool);
      return () => {
        tools.delete(tool);
      };
    },
    all: () => new Map([...outer(), ...tools].map((tool) => [tool.name, tool])),
    own: () => [...tools],
  };
}

/** The tools of a client that one agent is offered; its own come last and shadow those for all. */
export function toolsFor(agentId: string, tools: readonly AnyTool[]): readonly AnyTool[] {
  return [
    ...tools.filter((tool) => tool.agentId === undefined),
    ...tools.filter((tool) => tool.agentId === agentId),
  ];
}

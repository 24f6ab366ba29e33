import type { ToolRegistry } from "./registry.ts";
import type { AnyTool } from "./types.ts";

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

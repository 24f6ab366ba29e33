import { useInsertionEffect, useState } from "react";
import { type Registry, useRegistry } from "../providers/useRegistry.ts";
import { useRegisteredRenderer } from "../renderers/useRenderers.ts";
import { type ToolRenderer, toolRenderersOf } from "./toolRenderers.ts";

type RegisteredTool = Parameters<Registry["registerTool"]>[0];

/**
 * @internal Registers a tool as long as the component is mounted. The registered object is updated after every
 * render, so a tool written inline is registered once.
 */
export function useRegisteredTool(
  tool: object & { readonly name: string; readonly agentId?: string | undefined },
): void {
  const registry = useRegistry();
  const [live] = useState<Record<string, unknown>>(() => ({ ...tool }));
  const { name, agentId } = tool;
  // Runs before any effect, so that a run started in an effect already offers the tool.
  useInsertionEffect(() => {
    for (const key of Object.keys(live)) if (!(key in tool)) delete live[key];
    Object.assign(live, tool);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name or agent registers the tool again, as the last one
  useInsertionEffect(() => {
    // The overloads of the public hook have checked the options.
    return registry.registerTool(live as unknown as RegisteredTool);
  }, [registry, live, name, agentId]);
}

interface ToolRendererOptions {
  readonly name: string;
  readonly agentId?: string | undefined;
  /** Typed for one tool, which the list of all renderers cannot express; absent for the default card. */
  readonly render?: unknown;
}

/** @internal Registers the renderer of a tool's calls as long as the component is mounted. */
export function useRegisteredToolRenderer({ name, agentId, render }: ToolRendererOptions): void {
  const renderer = { name, agentId, render } as Omit<ToolRenderer, "id">;
  useRegisteredRenderer(toolRenderersOf, name, render === undefined ? undefined : renderer);
}

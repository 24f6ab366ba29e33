import { useInsertionEffect, useState } from "react";
import { toolRegistryOf } from "../../store/tools/toolRegistry.ts";
import type { ToolOptions } from "../../store/tools/toolTypes.ts";
import { useRegistry } from "../providers/useRegistry.ts";
import { useRegisteredRenderer } from "../renderers/useRenderers.ts";
import { type RegisteredToolLabel, toolLabelsOf } from "./toolLabels.ts";
import { type ToolRenderer, toolRenderersOf } from "./toolRenderers.ts";

/**
 * @internal Registers a tool as long as the component is mounted. The registered object is updated after every
 * render, so a tool written inline is registered once.
 */
export function useRegisteredTool(tool: ToolOptions): void {
  const registry = useRegistry();
  const [live] = useState<ToolOptions>(() => ({ ...tool }));
  const { name, agentId } = tool;
  // Runs before any effect, so that a run started in an effect already offers the tool.
  useInsertionEffect(() => {
    for (const key of Object.keys(live)) if (!(key in tool)) Reflect.deleteProperty(live, key);
    Object.assign(live, tool);
    toolRegistryOf(registry)?.notifyChange();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name or agent registers the tool again, as the last one
  useInsertionEffect(() => {
    // `live` has the parameters and the handler as well; the overloads of the public hook have checked their types.
    return registry.registerTool(live);
  }, [registry, live, name, agentId]);
}

/** @internal Look of the calls of a tool: typed for one tool, which the lists of all tools cannot express. */
export interface ToolAppearance {
  /** Absent for the default card. */
  readonly render?: unknown;
  /** Absent for the name as words. */
  readonly label?: unknown;
}

interface ToolRendererOptions extends ToolAppearance {
  readonly name: string;
  readonly agentId?: string | undefined;
}

/** @internal Registers the renderer and the label of a tool's calls as long as the component is mounted. */
export function useRegisteredToolRenderer(options: ToolRendererOptions): void {
  const { name, agentId, render, label } = options;
  // The lists have the renderers and labels of all tools, and so no types of one tool.
  const renderer = { name, agentId, render } as Omit<ToolRenderer, "id">;
  const toolLabel = { name, agentId, label } as Omit<RegisteredToolLabel, "id">;
  useRegisteredRenderer(toolRenderersOf, name, render === undefined ? undefined : renderer);
  useRegisteredRenderer(toolLabelsOf, name, label === undefined ? undefined : toolLabel);
}

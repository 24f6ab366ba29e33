import { useRegisteredRenderer } from "../renderers/useRenderers.ts";
import { CustomCall } from "./CustomCall.tsx";
import { type ToolRenderer, toolRenderersOf } from "./toolRenderers.ts";

/** @internal Registers what draws the calls of a tool, for as long as the component is mounted. */
export function useRegisteredToolRenderer({
  name,
  agentId,
  render,
}: {
  readonly name: string;
  readonly agentId?: string | undefined;
  /** Typed for this very tool, which a list of all tools cannot say; nothing means the default card. */
  readonly render?: unknown;
}): void {
  const renderer = { name, agentId, render, Body: CustomCall } as Omit<ToolRenderer, "id">;
  useRegisteredRenderer(toolRenderersOf, name, render === undefined ? undefined : renderer);
}

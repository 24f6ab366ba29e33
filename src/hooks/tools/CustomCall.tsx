import type { ReactNode } from "react";
import type { ToolCallBodyProps } from "./toolRenderers.ts";
import { useToolRenderProps } from "./useToolRenderProps.ts";

/**
 * @internal What a renderer makes of one tool call. It comes with the hooks that register renderers, so that a
 * chat without them does not carry it.
 *
 * Calls `render` and does not make a component of it: written inline, it is another every time.
 */
export function CustomCall({ call, renderer }: ToolCallBodyProps): ReactNode {
  return renderer.render(useToolRenderProps(call));
}

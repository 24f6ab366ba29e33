import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { createRendererLists, type Renderer } from "./rendererLists.ts";

/**
 * Props of a state renderer.
 *
 * @typeParam TState - The state, or its value at the `pointer` of the renderer.
 */
export interface StateRenderProps<TState = unknown> {
  /** The state that the run wrote last, or its value at `pointer`. With a schema, its output. */
  readonly state: TState;
  /** The run that wrote the state. */
  readonly runId: string;
  /** The sub-agent that wrote the state; absent for the agent itself. */
  readonly subagentRunId: string | undefined;
  /** True while the run may write the state again. */
  readonly isRunning: boolean;
}

/** @internal A registered renderer. The list of all renderers cannot type the state of each. */
export interface StateRenderer extends Renderer<StateRenderProps> {
  /** JSON Pointer of the rendered part of the state. */
  readonly pointer: string;
  readonly schema: ValueSchema | undefined;
}

/** @internal */
export const stateRenderersOf = createRendererLists<StateRenderer>();

/**
 * @internal Finds the renderers of written states, one for each pointer. The nearest registry wins. Within it, a
 * renderer for the agent comes before one for all agents.
 */
export function findStateRenderers(
  lists: readonly (readonly StateRenderer[])[],
  agentId: string | undefined,
): readonly StateRenderer[] {
  const byPointer = new Map<string, StateRenderer>();
  for (const renderers of lists) {
    for (const owner of [agentId, undefined]) {
      // The latest renderer is the first of its list.
      for (const renderer of renderers) {
        const isFree = !byPointer.has(renderer.pointer);
        if (isFree && renderer.agentId === owner) byPointer.set(renderer.pointer, renderer);
      }
    }
  }
  return [...byPointer.values()].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
}

import type { ReactNode } from "react";
import type { StandardSchema } from "../../store/jsonSchema/standardSchema.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { ValidatedValueOf } from "../events/validateReceived.ts";
import type { JsonPointer } from "../sharedState/useSharedState.ts";
import { type StateRenderer, type StateRenderProps, stateRenderersOf } from "./stateRenderers.ts";
import { useRegisteredRenderer } from "./useRenderers.ts";

interface RendererOptions {
  /**
   * JSON Pointer of the part of the state to render. Runs that did not change this part are not rendered.
   *
   * @defaultValue `""`, the whole state
   */
  readonly pointer?: JsonPointer | undefined;
  /** Limits the renderer to states of one agent. */
  readonly agentId?: string | undefined;
}

/** Options of `useStateRenderer`, with a state typed and validated by a schema. */
export interface InferredStateRendererOptions<TSchema> extends RendererOptions {
  /** A schema of a schema library, or a JSON Schema object. */
  readonly state: TSchema;
  /** Renders the state that a run wrote. */
  readonly render: (props: StateRenderProps<ValidatedValueOf<TSchema>>) => ReactNode;
}

/** Options of `useStateRenderer`, with a declared state type. */
export interface DeclaredStateRendererOptions<TState> extends RendererOptions {
  /** A schema of a schema library, or a JSON Schema object. @defaultValue any state */
  readonly state?: StandardSchema<unknown, TState> | Readonly<Record<string, unknown>>;
  /** Renders the state that a run wrote. */
  readonly render: (props: StateRenderProps<TState>) => ReactNode;
}

/**
 * Renders the shared state in the transcript, at each run that wrote it, as long as the component is mounted.
 *
 * The state of a run is shown after the message that was the last one when the run first wrote. It is also shown in
 * the card of a sub-agent that wrote it. While the run lasts, it follows every change, predictions included.
 * Afterwards it stays as the run left it, also when a later run or the user changes the state. For the current state
 * of the thread use `useSharedState`. The newest 50 runs that wrote are rendered; their states are part of the stored
 * thread, and come back after a reload.
 *
 * A state that does not match the schema, or whose part is absent, is not rendered. It is reported if it still does
 * not match after the run. Nor is a state rendered whose renderer throws, until it changes. Renderers of different
 * pointers are all rendered. Of one pointer, the renderer that mounted last is used, and one for the thread's agent
 * before one for all agents.
 *
 * @example The steps of each task, at the run that worked on it
 * ```tsx
 * useStateRenderer({
 *   pointer: "/steps",
 *   state: z.array(z.object({ description: z.string(), status: z.string() })),
 *   render: ({ state, isRunning }) => <Progress steps={state} isActive={isRunning} />,
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function useStateRenderer<const TSchema extends ValueSchema>(
  options: InferredStateRendererOptions<TSchema>,
): void;
export function useStateRenderer<TState = unknown>(
  options: DeclaredStateRendererOptions<TState>,
): void;
export function useStateRenderer({
  pointer = "",
  agentId,
  state: schema,
  render,
}: RendererOptions & { readonly state?: unknown; readonly render: unknown }): void {
  const renderer = { pointer, agentId, schema, render };
  // Typed for one state, which the list of all renderers cannot express.
  useRegisteredRenderer(stateRenderersOf, pointer, renderer as Omit<StateRenderer, "id">);
}

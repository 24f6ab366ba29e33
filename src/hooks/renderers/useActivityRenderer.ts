import type { ReactNode } from "react";
import type { StandardSchema, ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { ValidatedValueOf } from "../events/checkedValueOf.ts";
import {
  type ActivityRenderer,
  type ActivityRenderProps,
  activityRenderersOf,
} from "./activityRenderers.ts";
import { useRegisteredRenderer } from "./useRenderers.ts";
import { CheckedActivity } from "./ValidatedActivity.tsx";

interface RendererOptions {
  /** The type of activity, or `*` for every type without a renderer of its own. */
  readonly activityType: string;
  /** Draws activities of this agent alone. */
  readonly agentId?: string | undefined;
}

/** The options of `useActivityRenderer`, with content typed and checked by a schema. */
export interface InferredActivityRendererOptions<TSchema> extends RendererOptions {
  /** A schema of a library, or a JSON Schema object. */
  readonly content: TSchema;
  readonly render: (props: ActivityRenderProps<ValidatedValueOf<TSchema>>) => ReactNode;
}

/** The options of `useActivityRenderer`, with content typed by hand. */
export interface DeclaredActivityRendererOptions<TContent> extends RendererOptions {
  /** A schema of a library, or a JSON Schema object. @defaultValue any content */
  readonly content?: StandardSchema<unknown, TContent> | Readonly<Record<string, unknown>>;
  readonly render: (props: ActivityRenderProps<TContent>) => ReactNode;
}

/**
 * Draws activities of one type, for as long as the component is mounted.
 *
 * An activity grows by deltas while the agent works, so a part of it is a normal thing to draw: say
 * in the schema what is optional. Content that does not fit is drawn by the default `Activity`, and
 * reported if it still does not when the agent has finished; a schema that takes its time, as a JSON
 * Schema does for the first time, has nothing drawn until then. A renderer that throws is replaced by
 * the default as well. Of several for one type the one mounted last is used; one by its type comes
 * before `*`, and one for the thread's agent before one for all. Activities are for people: they
 * are never sent back to the agent.
 *
 * @example Search results
 * ```tsx
 * useActivityRenderer({
 *   activityType: "SEARCH",
 *   content: z.object({ query: z.string(), hits: z.array(z.string()).default([]) }),
 *   render: ({ content, isRunning }) => (
 *     <Hits query={content.query} items={content.hits} isLoading={isRunning} />
 *   ),
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function useActivityRenderer<const TSchema extends ValueSchema>(
  options: InferredActivityRendererOptions<TSchema>,
): void;
export function useActivityRenderer<TContent = Readonly<Record<string, unknown>>>(
  options: DeclaredActivityRendererOptions<TContent>,
): void;
export function useActivityRenderer({
  activityType: name,
  agentId,
  content: schema,
  render,
}: RendererOptions & { readonly content?: unknown; readonly render: unknown }): void {
  // Typed for this very activity, which a list of all of them cannot say.
  const renderer = { name, agentId, schema, render, Body: CheckedActivity };
  useRegisteredRenderer(activityRenderersOf, name, renderer as Omit<ActivityRenderer, "id">);
}

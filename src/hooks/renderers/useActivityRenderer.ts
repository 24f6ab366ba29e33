import type { ReactNode } from "react";
import type { StandardSchema } from "../../store/jsonSchema/standardSchema.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { ValidatedValueOf } from "../events/validateReceived.ts";
import {
  type ActivityRenderer,
  type ActivityRenderProps,
  activityRenderersOf,
} from "./activityRenderers.ts";
import { useRegisteredRenderer } from "./useRenderers.ts";

interface RendererOptions {
  /** Type of the activities; `*` for every type without a renderer. */
  readonly activityType: string;
  /** Limits the renderer to activities of one agent. */
  readonly agentId?: string | undefined;
}

/** Options of `useActivityRenderer`, with content typed and validated by a schema. */
export interface InferredActivityRendererOptions<TSchema> extends RendererOptions {
  /** A schema of a schema library, or a JSON Schema object. */
  readonly content: TSchema;
  /** Renders an activity. */
  readonly render: (props: ActivityRenderProps<ValidatedValueOf<TSchema>>) => ReactNode;
}

/** Options of `useActivityRenderer`, with a declared content type. */
export interface DeclaredActivityRendererOptions<TContent> extends RendererOptions {
  /** A schema of a schema library, or a JSON Schema object. @defaultValue any content */
  readonly content?: StandardSchema<unknown, TContent> | Readonly<Record<string, unknown>>;
  /** Renders an activity. */
  readonly render: (props: ActivityRenderProps<TContent>) => ReactNode;
}

/**
 * Renders activities of one type, as long as the component is mounted.
 *
 * Activities grow by deltas during a run, so expect incomplete content: mark fields as optional in the schema.
 * Invalid content is rendered by the default `Activity`, and reported if it is still invalid after the run. An
 * asynchronous schema, such as a JSON Schema on first use, renders nothing until the content is validated. A
 * renderer that throws is replaced by the default too.
 *
 * The renderer that mounted last is used when a type has several. An exact type takes precedence over `*`, and a
 * renderer for the thread's agent over one for all agents. Activities are for display: they are never sent back to
 * the agent.
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
  const renderer = { name, agentId, schema, render };
  // Typed for one activity type, which the list of all renderers cannot express.
  useRegisteredRenderer(activityRenderersOf, name, renderer as Omit<ActivityRenderer, "id">);
}

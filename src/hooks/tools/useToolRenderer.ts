import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { DeclaredParameters, ObjectParameters } from "../../store/tools/objectParameters.ts";
import type { ToolInput } from "../../store/tools/types.ts";
import type { DeclaredInput, ToolRender, TypedParameters } from "./toolOptions.ts";
import { useRegisteredToolRenderer } from "./useRegisteredTool.ts";

interface RendererOptions {
  /** Name of the tool; `*` for every tool without a renderer. */
  readonly name: string;
  /** Limits the renderer to calls of one agent. */
  readonly agentId?: string | undefined;
}

/** Options of `useToolRenderer`, with arguments typed by a schema. */
export interface InferredToolRendererOptions<TParameters, TResult> extends RendererOptions {
  /** Types the arguments. Nothing is validated: a server validates the calls it executes. */
  readonly parameters: TParameters & ObjectParameters<TParameters>;
  /** Renders a call. */
  readonly render: ToolRender<ToolInput<TParameters>, TResult>;
}

/** Options of `useToolRenderer`, with declared argument types. */
export interface DeclaredToolRendererOptions<
  TArgs,
  TResult,
  TParameters = DeclaredParameters<TArgs>,
> extends RendererOptions {
  /** A schema with the declared type. Nothing is validated. */
  readonly parameters?: (TParameters & ObjectParameters<TParameters>) | undefined;
  /** Renders a call. */
  readonly render: ToolRender<DeclaredInput<TArgs, TParameters>, TResult>;
}

/**
 * Renders the calls of a tool that the server executes, as long as the component is mounted.
 *
 * `render` receives the props of a frontend tool's renderer. When it throws, the default card is shown. Of
 * several renderers for one name, the last one mounted is used.
 *
 * @example A card for the weather
 * ```tsx
 * useToolRenderer<{ city: string }, Report>({
 *   name: "get_weather",
 *   render: ({ status, partialArgs, result }) =>
 *     result ? <Weather report={result} /> : <p>{status}: {partialArgs.city}</p>,
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function useToolRenderer<const TParameters extends TypedParameters, TResult = unknown>(
  options: InferredToolRendererOptions<TParameters, TResult>,
): void;
export function useToolRenderer<
  TArgs = Readonly<Record<string, unknown>>,
  TResult = unknown,
  const TParameters extends ValueSchema = DeclaredParameters<TArgs>,
>(options: DeclaredToolRendererOptions<TArgs, TResult, TParameters>): void;
export function useToolRenderer(options: RendererOptions & { readonly render: unknown }): void {
  useRegisteredToolRenderer(options);
}

import type { ToolInput } from "../../store/tools/inferArgs.ts";
import type { DeclaredParameters, ToolRender, TypedParameters } from "./toolOptions.ts";
import { useRegisteredToolRenderer } from "./useRegisteredToolRenderer.ts";

interface RendererOptions {
  /** The tool's name, or `*` for every tool without a renderer of its own. */
  readonly name: string;
  /** Draws calls of this agent alone. */
  readonly agentId?: string | undefined;
}

/** The options of `useToolRenderer`, with arguments typed by a schema. */
export interface InferredToolRendererOptions<TParameters, TResult> extends RendererOptions {
  /** Types the arguments and is not used otherwise: a server checks what it executes itself. */
  readonly parameters: TParameters;
  readonly render: ToolRender<ToolInput<TParameters>, TResult>;
}

/** The options of `useToolRenderer`, with arguments typed by hand. */
export interface DeclaredToolRendererOptions<TArgs, TResult> extends RendererOptions {
  readonly parameters?: DeclaredParameters<TArgs> | undefined;
  readonly render: ToolRender<TArgs, TResult>;
}

/**
 * Draws the calls of a tool that the server executes, for as long as the component is mounted.
 *
 * It gets what the renderer of a frontend tool gets. A renderer that throws is replaced by the
 * default card. Of several for one name the one mounted last is used.
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
export function useToolRenderer<TArgs = Readonly<Record<string, unknown>>, TResult = unknown>(
  options: DeclaredToolRendererOptions<TArgs, TResult>,
): void;
export function useToolRenderer(options: RendererOptions & { readonly render: unknown }): void {
  useRegisteredToolRenderer(options);
}

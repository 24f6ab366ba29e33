import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { DeclaredParameters, ObjectParameters } from "../../store/tools/objectParameters.ts";
import type { ToolInput } from "../../store/tools/toolTypes.ts";
import type { ToolLabel } from "./toolLabels.ts";
import type { DeclaredInput, ToolRender, TypedParameters } from "./toolOptions.ts";
import { type ToolAppearance, useRegisteredToolRenderer } from "./useRegisteredTool.ts";

interface RendererOptions {
  /** Name of the tool; `*` for every tool without a renderer. */
  readonly name: string;
  /** Limits the renderer to calls of one agent. */
  readonly agentId?: string | undefined;
}

/** A label, a renderer, or both. */
type LabelOrRender<TArgs, TResult> =
  | {
      /** Label of the calls for the user, in the default card. @defaultValue the name as words */
      readonly label?: ToolLabel<TArgs> | undefined;
      /** Renders a call. Optional beside a label. @defaultValue the default card */
      readonly render: ToolRender<TArgs, TResult>;
    }
  | {
      readonly label: ToolLabel<TArgs>;
      readonly render?: ToolRender<TArgs, TResult> | undefined;
    };

/** Options of `useToolRenderer`, with arguments typed by a schema. */
export type InferredToolRendererOptions<TParameters, TResult> = RendererOptions & {
  /** Types the arguments. Nothing is validated: a server validates the calls it executes. */
  readonly parameters: TParameters & ObjectParameters<TParameters>;
} & LabelOrRender<ToolInput<TParameters>, TResult>;

/** Options of `useToolRenderer`, with declared argument types. */
export type DeclaredToolRendererOptions<
  TArgs,
  TResult,
  TParameters = DeclaredParameters<TArgs>,
> = RendererOptions & {
  /** A schema with the declared type. Nothing is validated. */
  readonly parameters?: (TParameters & ObjectParameters<TParameters>) | undefined;
} & LabelOrRender<DeclaredInput<TArgs, TParameters>, TResult>;

/**
 * Renders or labels the calls of a tool that the server executes, as long as the component is mounted.
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
 * @example Only a label, in the default card
 * ```tsx
 * useToolRenderer({ name: "get_weather", label: "Checking the weather" });
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
export function useToolRenderer(options: RendererOptions & ToolAppearance): void {
  useRegisteredToolRenderer(options);
}

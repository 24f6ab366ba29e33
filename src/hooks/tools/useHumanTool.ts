import type { ToolInput } from "../../store/tools/inferArgs.ts";
import type { ToolOptions } from "../../store/tools/types.ts";
import type { DeclaredParameters, ToolRender, TypedParameters } from "./toolOptions.ts";
import { useRegisteredTool } from "./useRegisteredTool.ts";
import { useRegisteredToolRenderer } from "./useRegisteredToolRenderer.ts";

/** The options of `useHumanTool`, with arguments typed by the schema. */
export interface InferredHumanToolOptions<TParameters, TAnswer> extends ToolOptions {
  /** A schema with which arguments are checked before a person is asked. */
  readonly parameters: TParameters;
  readonly render: ToolRender<ToolInput<TParameters>, TAnswer>;
}

/** The options of `useHumanTool`, with arguments typed by hand. */
export interface DeclaredHumanToolOptions<TArgs, TAnswer> extends ToolOptions {
  /** A schema of a library, or a JSON Schema object. @defaultValue any JSON object */
  readonly parameters?: DeclaredParameters<TArgs> | undefined;
  readonly render: ToolRender<TArgs, TAnswer>;
}

/**
 * Offers the agent a tool that a person answers: each call waits until what `render` draws calls
 * `respond(value)` or `reject(reason)`.
 *
 * Several calls wait side by side and are answered in any order; when the last one of a turn is
 * answered, the agent runs again. A call goes on waiting when the component unmounts, when another
 * thread is shown, and in a stored snapshot. A new message answers those that wait: the user moved on.
 *
 * @example A choice
 * ```tsx
 * useHumanTool({
 *   name: "pick_seat",
 *   description: "Asks the user which of some seats to take",
 *   parameters: z.object({ seats: z.array(z.string()) }),
 *   render: ({ status, args, result, respond, reject }) =>
 *     status === "waiting" ? (
 *       <SeatPicker seats={args?.seats ?? []} onPick={respond} onCancel={() => reject("None suits")} />
 *     ) : (
 *       <p>{String(result ?? status)}</p>
 *     ),
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/tools#human-in-the-loop-workflows
 */
export function useHumanTool<const TParameters extends TypedParameters, TAnswer = unknown>(
  tool: InferredHumanToolOptions<TParameters, TAnswer>,
): void;
/**
 * The same with arguments typed by hand, or not at all.
 *
 * @example
 * ```tsx
 * useHumanTool<{ question: string }, boolean>({ name: "ask", render: Question });
 * ```
 */
export function useHumanTool<TArgs = Readonly<Record<string, unknown>>, TAnswer = unknown>(
  tool: DeclaredHumanToolOptions<TArgs, TAnswer>,
): void;
export function useHumanTool({
  render,
  ...tool
}: ToolOptions & { readonly render: unknown }): void {
  useRegisteredTool(tool);
  useRegisteredToolRenderer({ ...tool, render });
}

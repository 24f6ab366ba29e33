import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { DeclaredParameters, ObjectParameters } from "../../store/tools/objectParameters.ts";
import type { ToolInput, ToolOptions } from "../../store/tools/toolTypes.ts";
import type { ToolLabel } from "./toolLabels.ts";
import type { DeclaredInput, ToolRender, TypedParameters } from "./toolOptions.ts";
import {
  type ToolAppearance,
  useRegisteredTool,
  useRegisteredToolRenderer,
} from "./useRegisteredTool.ts";

/** Options of `useHumanTool`, with arguments typed by a schema. */
export interface InferredHumanToolOptions<TParameters, TAnswer> extends ToolOptions {
  /** The schema by which arguments are validated before the user is asked. */
  readonly parameters: TParameters & ObjectParameters<TParameters>;
  /** Label of the calls for the user. @defaultValue the name as words */
  readonly label?: ToolLabel<ToolInput<TParameters>> | undefined;
  /** Renders a call, and answers it with `respond` or `reject`. */
  readonly render: ToolRender<ToolInput<TParameters>, TAnswer>;
}

/** Options of `useHumanTool`, with declared argument types. */
export interface DeclaredHumanToolOptions<TArgs, TAnswer, TParameters = DeclaredParameters<TArgs>>
  extends ToolOptions {
  /** A schema of a schema library, or a JSON Schema object. @defaultValue any JSON object */
  readonly parameters?: (TParameters & ObjectParameters<TParameters>) | undefined;
  /** Label of the calls for the user. @defaultValue the name as words */
  readonly label?: ToolLabel<DeclaredInput<TArgs, TParameters>> | undefined;
  /** Renders a call, and answers it with `respond` or `reject`. */
  readonly render: ToolRender<DeclaredInput<TArgs, TParameters>, TAnswer>;
}

/**
 * Offers the agent a tool that the user answers: each call waits until the UI from `render` calls
 * `respond(value)` or `reject(reason)`.
 *
 * Several calls wait at the same time and can be answered in any order; after the last answer of a turn, the
 * agent runs again. A call keeps waiting when the component unmounts, when another thread is shown, and in a
 * persisted snapshot. A new user message answers all waiting calls first: the user moved on.
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
 * Offers a tool with declared argument types, or with untyped arguments.
 *
 * @example
 * ```tsx
 * useHumanTool<{ question: string }, boolean>({ name: "ask", render: Question });
 * ```
 */
export function useHumanTool<
  TArgs = Readonly<Record<string, unknown>>,
  TAnswer = unknown,
  const TParameters extends ValueSchema = DeclaredParameters<TArgs>,
>(tool: DeclaredHumanToolOptions<TArgs, TAnswer, TParameters>): void;
export function useHumanTool({ render, label, ...tool }: ToolOptions & ToolAppearance): void {
  useRegisteredTool(tool);
  useRegisteredToolRenderer({ ...tool, render, label });
}

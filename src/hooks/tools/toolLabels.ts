import type { ToolCallPhase } from "../../selectors/toolCallView.ts";
import {
  createRendererLists,
  findNamedRenderer,
  type Registered,
} from "../renderers/rendererLists.ts";
import type { DeepPartial } from "./toolRenderers.ts";

/**
 * Props of a function that labels a tool call.
 *
 * @typeParam TArgs - The arguments as the agent sends them.
 */
export interface ToolLabelProps<TArgs = unknown> {
  /** Name of the tool. */
  readonly name: string;
  /** Status of the call, as in `ToolRenderProps`. */
  readonly status: ToolCallPhase;
  /** The arguments received so far: each of their parts may be missing. */
  readonly partialArgs: DeepPartial<TArgs>;
}

/**
 * Label of a tool's calls for the user: a text, or a function that returns one for each call.
 *
 * The function is called while the call streams, so that arguments may be missing. When it returns an empty text, or
 * throws, the name of the tool is shown as words; an error is printed once in development.
 *
 * @example
 * ```ts
 * const label: ToolLabel<{ city: string }> = ({ partialArgs, status }) =>
 *   `${status === "complete" ? "Checked" : "Checking"} the weather in ${partialArgs.city ?? "…"}`;
 * ```
 */
export type ToolLabel<TArgs = unknown> = string | ((call: ToolLabelProps<TArgs>) => string);

/** @internal A registered label. The list of all labels cannot type the arguments of each. */
export interface RegisteredToolLabel extends Registered {
  /** Name of the tool; `*` for every tool without a label. */
  readonly name: string;
  readonly label: ToolLabel;
}

/** @internal */
export const toolLabelsOf = createRendererLists<RegisteredToolLabel>();

/** @internal Finds the label of a tool; see {@link findNamedRenderer}. */
export const findToolLabel = findNamedRenderer<RegisteredToolLabel>;

import type { ReactNode } from "react";
import type { ToolCallPhase, ToolCallView } from "../../selectors/toolCallView.ts";
import {
  createRendererLists,
  findNamedRenderer,
  type Renderer,
} from "../renderers/rendererLists.ts";

/** A value that is still arriving: each of its parts may be missing. */
export type DeepPartial<T> = T extends readonly (infer TItem)[]
  ? readonly DeepPartial<TItem>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** Options of an answer to a tool call. */
export interface RespondOptions {
  /** True to run the agent again after the answer. @defaultValue the tool's `followUp`, else true */
  readonly followUp?: boolean;
}

/**
 * Props of a tool call renderer.
 *
 * @typeParam TArgs - The arguments as the agent sends them.
 * @typeParam TResult - The result of the tool.
 * @typeParam TProgress - The progress that its handler yields.
 */
export interface ToolRenderProps<TArgs = unknown, TResult = unknown, TProgress = unknown> {
  /** Name of the tool. */
  readonly name: string;
  /** Id of the call. */
  readonly toolCallId: string;
  /**
   * `streaming`: arguments arrive; `pending`: arguments are complete; `running`: the handler runs; `waiting`: the
   * user must answer; finally `complete`, `denied` or `failed`. A failed call has an `error` when the tool answered
   * with one, and none when the run ended before an answer.
   */
  readonly status: ToolCallPhase;
  /** The arguments as sent, once they are complete JSON; absent before. */
  readonly args: TArgs | undefined;
  /**
   * The arguments received so far; the same object until more arrive. A list of thousands of entries may lack
   * the latest ones until more arrive, because copying it per entry would be too slow.
   */
  readonly partialArgs: DeepPartial<TArgs>;
  /** The result: parsed JSON, other text unchanged, or content parts. */
  readonly result: TResult | undefined;
  /** A short error message; absent unless the tool answered with an error. */
  readonly error: string | undefined;
  /** The last value that the handler yielded. */
  readonly progress: TProgress | undefined;
  /**
   * Answers a waiting call. Only the first answer counts; calls that do not wait are not changed.
   */
  // Declared as a method, so that `render` may precede `handler` in the options without a type error.
  readonly respond: { answer(value: TResult, options?: RespondOptions): Promise<void> }["answer"];
  /** Declines a waiting call, with a reason for the agent. */
  readonly reject: (reason?: string, options?: RespondOptions) => Promise<void>;
  /**
   * Runs the handler, or asks the user, for a call that was cut off or that no device has run; absent for other calls.
   */
  readonly rerun: (() => Promise<void>) | undefined;
  /** The card that the chat renders without a renderer. Return it to keep that card for some calls, or to add to it. */
  readonly defaultCard: ReactNode;
}

/** @internal A registered renderer. The list of all renderers cannot type the props of each. */
export interface ToolRenderer extends Renderer<ToolRenderProps> {
  /** Name of the tool; `*` for every tool without a renderer. */
  readonly name: string;
  /** Limits the renderer to some calls, for which it takes precedence over renderers without this function. */
  readonly rendersCall?: (call: ToolCallView) => boolean;
}

/** @internal */
export const toolRenderersOf = createRendererLists<ToolRenderer>();

/** @internal Finds the renderer of a tool call; see {@link findNamedRenderer}. */
export function findToolRenderer(
  lists: readonly (readonly ToolRenderer[])[],
  call: ToolCallView,
  agentId: string | undefined,
): ToolRenderer | undefined {
  const find = (isMatch: (renderer: ToolRenderer) => boolean) =>
    findNamedRenderer(
      lists.map((renderers) => renderers.filter(isMatch)),
      call.toolCall.function.name,
      agentId,
    );
  return (
    find(({ rendersCall }) => rendersCall?.(call) ?? false) ??
    find(({ rendersCall }) => !rendersCall)
  );
}

import type { ComponentType } from "react";
import type { ToolCallPhase, ToolCallView } from "../../selectors/toolCallView.ts";
import { createRendererKind, findNamedRenderer, type Renderer } from "../renderers/renderers.ts";

/** Every part of a value may be missing: it is still arriving. */
export type DeepPartial<T> = T extends readonly (infer TItem)[]
  ? readonly DeepPartial<TItem>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** What an answer may say beside its value. */
export interface RespondOptions {
  /** Whether the agent runs again. @defaultValue what the tool says, else true */
  readonly followUp?: boolean;
}

/**
 * What a renderer of a tool call gets.
 *
 * @typeParam TArgs - The arguments as the agent sends them.
 * @typeParam TResult - What the tool answers.
 * @typeParam TProgress - What its handler yields while it runs.
 */
export interface ToolRenderProps<TArgs = unknown, TResult = unknown, TProgress = unknown> {
  readonly name: string;
  readonly toolCallId: string;
  /**
   * `streaming`: arguments arrive; `pending`: complete; `running`: being answered; `waiting`: a
   * person is asked; then `complete`, `failed` (with an `error` when it was answered with one, else
   * because the run ended without an answer) or `denied`.
   */
  readonly status: ToolCallPhase;
  /** The arguments once they are complete JSON, as they were sent; absent before. */
  readonly args: TArgs | undefined;
  /**
   * What has arrived of them; the same object while nothing new has. A list of thousands may lack its last entries
   * until more arrive: it is not copied for each.
   */
  readonly partialArgs: DeepPartial<TArgs>;
  /** What the tool answered: JSON as a value, other text as it is, or content parts. */
  readonly result: TResult | undefined;
  /** What went wrong, in a few words. */
  readonly error: string | undefined;
  /** What the handler yielded last. */
  readonly progress: TProgress | undefined;
  /**
   * Answers a call that waits. The first answer counts; of any other call it changes nothing.
   */
  // As a method, so that a `render` written in front of its `handler` is taken.
  readonly respond: { answer(value: TResult, options?: RespondOptions): Promise<void> }["answer"];
  /** Declines a call that waits, with a reason for the agent to read. */
  readonly reject: (reason?: string, options?: RespondOptions) => Promise<void>;
  /**
   * Runs the handler again, or asks the person again, for a call that was cut off; absent where
   * there is nothing to run again.
   */
  readonly rerun: (() => Promise<void>) | undefined;
}

/** @internal A renderer as it is kept; its types are the business of whoever registered it. */
export interface ToolRenderer extends Renderer<ToolRenderProps> {
  /** `*` for every tool that has none of its own. */
  readonly name: string;
  /** Draws one call with it. */
  readonly Body: ComponentType<ToolCallBodyProps>;
}

/** @internal What it takes to draw a tool call with a renderer. */
export interface ToolCallBodyProps {
  readonly call: ToolCallView;
  readonly renderer: ToolRenderer;
}

/** @internal */
export const toolRenderersOf = createRendererKind<ToolRenderer>();

/** @internal The renderer for a tool. */
export const findToolRenderer = findNamedRenderer<ToolRenderer>;

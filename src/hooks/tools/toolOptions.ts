import type { ReactNode } from "react";
import type { Thread } from "../../store/thread/thread.ts";
import type { ObjectSchema, ToolArgs, ToolInput } from "../../store/tools/inferArgs.ts";
import type { StandardJsonSchema } from "../../store/tools/standardSchema.ts";
import type { ToolHandler, ToolOptions } from "../../store/tools/types.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";

/** What tells the compiler the arguments of a tool: a schema of a library, or a JSON Schema. */
export type TypedParameters = StandardJsonSchema | ObjectSchema;

/** A schema beside arguments that are typed by hand: one of a library has to agree. */
export type DeclaredParameters<TArgs> =
  | StandardJsonSchema<unknown, TArgs>
  | Readonly<Record<string, unknown>>;

/** What a handler answers, whatever way it gives it. */
export type ResultOf<TReturn> =
  TReturn extends AsyncGenerator<unknown, infer TResult, infer _> ? TResult : Awaited<TReturn>;

/** What a handler that is an async generator yields. */
export type ProgressOf<TReturn> =
  TReturn extends AsyncGenerator<infer TProgress, infer _, infer __> ? TProgress : unknown;

/** How to draw the calls of a tool; nothing of it means the default card. */
export type ToolRender<TArgs, TResult, TProgress = unknown> = (
  props: ToolRenderProps<TArgs, TResult, TProgress>,
) => ReactNode;

/** The options of `useFrontendTool`, with arguments typed by the schema. */
export interface InferredToolOptions<TParameters, TReturn> extends ToolOptions {
  /** A schema with which arguments are checked before they reach the handler. */
  readonly parameters: TParameters;
  readonly handler: ToolHandler<ToolArgs<TParameters>, TReturn, Thread>;
  readonly render?:
    | ToolRender<ToolInput<TParameters>, ResultOf<TReturn>, ProgressOf<TReturn>>
    | undefined;
}

/** The options of `useFrontendTool`, with arguments typed by hand. */
export interface DeclaredToolOptions<TArgs> extends ToolOptions {
  /** A schema of a library, or a JSON Schema object. @defaultValue any JSON object */
  readonly parameters?: DeclaredParameters<TArgs> | undefined;
  readonly handler: ToolHandler<TArgs, unknown, Thread>;
  readonly render?: ToolRender<TArgs, unknown> | undefined;
}

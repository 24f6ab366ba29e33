import type { ReactNode } from "react";
import type { StandardJsonSchema } from "../../store/jsonSchema/standardSchema.ts";
import type { Thread } from "../../store/thread/thread.ts";
import type { DeclaredParameters, ObjectParameters } from "../../store/tools/objectParameters.ts";
import type {
  DeclaredArgs,
  ObjectSchema,
  ToolArgs,
  ToolHandler,
  ToolInput,
  ToolOptions,
} from "../../store/tools/toolTypes.ts";
import type { ToolLabel } from "./toolLabels.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";

/** A schema from which TypeScript infers the arguments of a tool: one of a schema library, or a JSON Schema. */
export type TypedParameters = StandardJsonSchema | ObjectSchema;

/** Type of the sent arguments beside a schema: what the schema describes, or else the declared type. */
export type DeclaredInput<TArgs, TParameters> = [TParameters] extends [TypedParameters]
  ? ToolInput<TParameters>
  : TArgs;

/** The result type of a handler that returns a value, a promise or an async generator. */
export type ResultOf<TReturn> =
  TReturn extends AsyncGenerator<unknown, infer TResult, infer _> ? TResult : Awaited<TReturn>;

/** The type that a handler yields as progress, when it is an async generator. */
export type ProgressOf<TReturn> =
  TReturn extends AsyncGenerator<infer TProgress, infer _, infer __> ? TProgress : unknown;

/** A function that renders the calls of a tool. */
export type ToolRender<TArgs, TResult, TProgress = unknown> = (
  props: ToolRenderProps<TArgs, TResult, TProgress>,
) => ReactNode;

/** Options of `useFrontendTool`, with arguments typed by a schema. */
export interface InferredToolOptions<TParameters, TReturn> extends ToolOptions {
  /** The schema by which arguments are validated before they reach the handler. */
  readonly parameters: TParameters & ObjectParameters<TParameters>;
  /** Executes a call; its result is sent to the agent. */
  readonly handler: ToolHandler<ToolArgs<TParameters>, TReturn, Thread>;
  /** Label of the calls for the user, in the default card. @defaultValue the name as words */
  readonly label?: ToolLabel<ToolInput<TParameters>> | undefined;
  /** Renders the calls. @defaultValue the default card */
  readonly render?:
    | ToolRender<ToolInput<TParameters>, ResultOf<TReturn>, ProgressOf<TReturn>>
    | undefined;
}

/** Options of `useFrontendTool`, with declared argument types. */
export interface DeclaredToolOptions<TArgs, TParameters = DeclaredParameters<TArgs>>
  extends ToolOptions {
  /** A schema of a schema library, or a JSON Schema object. @defaultValue any JSON object */
  readonly parameters?: (TParameters & ObjectParameters<TParameters>) | undefined;
  /** Executes a call; its result is sent to the agent. */
  readonly handler: ToolHandler<DeclaredArgs<TArgs, TParameters>, unknown, Thread>;
  /** Label of the calls for the user, in the default card. @defaultValue the name as words */
  readonly label?: ToolLabel<DeclaredInput<TArgs, TParameters>> | undefined;
  /** Renders the calls. @defaultValue the default card */
  readonly render?: ToolRender<DeclaredInput<TArgs, TParameters>, unknown> | undefined;
}

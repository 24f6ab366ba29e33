import type { ContentPart } from "../../protocol/events.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import type { StandardJsonSchema, StandardSchema } from "../jsonSchema/standardSchema.ts";
import type { FromJsonSchema, ValueSchema } from "../jsonSchema/valueSchema.ts";
import type { DeclaredParameters, ObjectParameters } from "./objectParameters.ts";

/** Description of a tool's parameters: a schema of a library, or a JSON Schema object. */
export type ToolParameters = StandardJsonSchema | JsonSchema;

/** A JSON Schema from which the compiler infers the arguments: written inline or `as const`. */
export type ObjectSchema = JsonSchema & {
  /** The arguments of a tool are a JSON object. */
  readonly type: "object";
};

/** Arguments that a handler receives: the output of the schema. */
export type ToolArgs<TParameters> =
  TParameters extends StandardJsonSchema<infer _, infer TOutput>
    ? TOutput
    : FromJsonSchema<TParameters>;

/** Arguments as the agent sends them, which a renderer receives. */
export type ToolInput<TParameters> =
  TParameters extends StandardJsonSchema<infer TInput, infer _>
    ? TInput
    : FromJsonSchema<TParameters>;

/** Type of the arguments beside a schema: what the schema describes, or else the declared type. */
export type DeclaredArgs<TArgs, TParameters> = [TParameters] extends [StandardSchema | ObjectSchema]
  ? ToolArgs<TParameters>
  : TArgs;

/**
 * Second argument of a handler.
 *
 * @typeParam TThread - `Thread`; a parameter, because `Thread` itself depends on this type.
 */
export interface ToolContext<TThread> {
  /** Aborts when the user stops the run, or the thread is disposed. */
  readonly signal: AbortSignal;
  /** Id of the tool call. */
  readonly toolCallId: string;
  /** The thread whose agent made the call. */
  readonly thread: TThread;
  /** The visible state when the handler started. */
  readonly state: unknown;
  /** Edits the shared state; see `Thread.setState`. */
  readonly setState: {
    (update: (current: unknown) => unknown): void;
    (next: unknown): void;
  };
}

/**
 * Function that does the work of a tool. It may return text, content parts (an image, for
 * instance), any JSON value, or a promise of one of these. An async generator reports progress with
 * each yielded value and answers with its return value.
 */
export type ToolHandler<TArgs, TReturn, TThread> = (
  args: TArgs,
  context: ToolContext<TThread>,
) => TReturn;

/** Options that all frontend tools have. */
export interface ToolOptions {
  /** Name that the agent calls; unique per agent. */
  readonly name: string;
  /** Tells the model what the tool does and when to use it. */
  readonly description?: string | undefined;
  /** False: the tool is not offered, and calls of it are rejected. @defaultValue true */
  readonly available?: boolean | undefined;
  /**
   * Runs the agent again after the call is answered. The agent always receives a failed call.
   * @defaultValue true
   */
  readonly followUp?: boolean | undefined;
  /** Offers the tool to this agent only, where it shadows a tool for all agents. */
  readonly agentId?: string | undefined;
  /**
   * False: the browser's own agents do not get the tool; see `webMcp`. They never get a tool without a handler.
   * @defaultValue true
   */
  readonly webMcp?: boolean | undefined;
}

/**
 * A frontend tool. With a handler it runs by itself; without one a call waits until the user or
 * the application answers it with `thread.answerToolCall()`.
 */
export interface FrontendTool<TArgs, TReturn, TThread> extends ToolOptions {
  /**
   * Schema that validates arguments before the handler receives them: from any library with the
   * Standard JSON Schema interface, or a JSON Schema object. It is read when a run starts and when
   * a call is made. @defaultValue any JSON object
   */
  readonly parameters?: ToolParameters | undefined;
  /** Runs a call; without a handler the user or the application answers. */
  readonly handler?: ToolHandler<TArgs, TReturn, TThread> | undefined;
}

/** A tool whose schema determines the type of its arguments. */
export interface InferredTool<TParameters, TReturn, TThread> extends ToolOptions {
  /**
   * Schema that validates arguments before the handler receives them, and from which their type is
   * inferred. It is read when a run starts and when a call is made.
   */
  readonly parameters: TParameters & ObjectParameters<TParameters>;
  /** Runs a call; without a handler the user or the application answers. */
  readonly handler?: ToolHandler<ToolArgs<TParameters>, TReturn, TThread> | undefined;
}

/** A tool whose arguments are typed by the application: `registerTool<{ city: string }>({ … })`. */
export type DeclaredTool<TArgs, TReturn, TThread, TParameters = DeclaredParameters<TArgs>> = Omit<
  FrontendTool<DeclaredArgs<TArgs, TParameters>, TReturn, TThread>,
  "parameters"
> & {
  /**
   * Schema that validates arguments before the handler receives them. It is a JSON Schema object, or a schema of a
   * library whose output is `TArgs`. @defaultValue any JSON object
   */
  readonly parameters?: (TParameters & ObjectParameters<TParameters>) | undefined;
};

/** Registers a tool. The types of its arguments come from its schema or from a type argument. */
export interface RegisterTool<TThread> {
  <const TParameters extends StandardJsonSchema | ObjectSchema, TReturn = unknown>(
    tool: InferredTool<TParameters, TReturn, TThread>,
  ): () => void;
  <
    TArgs = Readonly<Record<string, unknown>>,
    const TParameters extends ValueSchema = DeclaredParameters<TArgs>,
  >(
    tool: DeclaredTool<TArgs, unknown, TThread, TParameters>,
  ): () => void;
}

/** A tool with erased types; its arguments are validated at run time. */
export type AnyTool = FrontendTool<never, unknown, never>;

/** Answer of the user or the application to a tool call. */
export type ToolCallAnswer =
  | {
      /** Text, content parts, or any JSON value. */
      readonly value: string | readonly ContentPart[] | unknown;
      /** Runs the agent again. @defaultValue the tool's `followUp`, else true */
      readonly followUp?: boolean | undefined;
    }
  | {
      /** Reason why the user denied the call, for the agent to read; may be empty. */
      readonly rejected: string;
      /** Runs the agent again. @defaultValue the tool's `followUp`, else true */
      readonly followUp?: boolean | undefined;
    };

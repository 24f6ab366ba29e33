import type { ContentPart } from "../../protocol/events.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import type { StandardJsonSchema } from "../jsonSchema/standardSchema.ts";
import type { FromJsonSchema } from "../jsonSchema/valueSchema.ts";

/** What describes the parameters of a tool: a schema of a library, or a JSON Schema object. */
export type ToolParameters = StandardJsonSchema | JsonSchema;

/** A schema in the words of which the compiler can tell the arguments: `as const`, or written inline. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

/** The arguments a handler gets: what the schema makes of those that were sent. */
export type ToolArgs<TParameters> =
  TParameters extends StandardJsonSchema<infer _, infer TOutput>
    ? TOutput
    : FromJsonSchema<TParameters>;

/** The arguments as the agent sends them: what a renderer gets. */
export type ToolInput<TParameters> =
  TParameters extends StandardJsonSchema<infer TInput, infer _>
    ? TInput
    : FromJsonSchema<TParameters>;

/**
 * What a handler is told beside its arguments.
 *
 * @typeParam TThread - `Thread`; named by whoever knows it, because a thread knows its tools.
 */
export interface ToolContext<TThread> {
  /** Aborts when the person stops the run, or the thread is disposed. */
  readonly signal: AbortSignal;
  readonly toolCallId: string;
  /** The thread whose agent made the call. */
  readonly thread: TThread;
  /** The state a person saw when the handler started. */
  readonly state: unknown;
  /** Edits the shared state; see `Thread.setState`. */
  readonly setState: {
    (update: (current: unknown) => unknown): void;
    (next: unknown): void;
  };
}

/**
 * Does what a tool is for. It may return text, content parts (an image, say), anything JSON can
 * hold, or a promise of one of these. An async generator reports progress with each value it yields
 * and answers with the one it returns.
 */
export type ToolHandler<TArgs, TReturn, TThread> = (
  args: TArgs,
  context: ToolContext<TThread>,
) => TReturn;

/** What all tools of the page have. */
export interface ToolOptions {
  /** The name the agent calls it by; names are unique for an agent. */
  readonly name: string;
  /** Tells the model what the tool does and when to use it. */
  readonly description?: string | undefined;
  /** While it is false the tool is not offered, and refused if it is called. @defaultValue true */
  readonly available?: boolean | undefined;
  /**
   * Whether the agent runs again once the call is answered. A call that fails is always handed
   * back to the agent. @defaultValue true
   */
  readonly followUp?: boolean | undefined;
  /** Offers the tool to this agent alone, where it takes the place of one for all. */
  readonly agentId?: string | undefined;
}

/**
 * A tool of the page. With a handler it acts by itself; without one a call waits until a person, or
 * the program, answers it with `thread.answerToolCall()`.
 */
export interface FrontendTool<TArgs, TReturn, TThread> extends ToolOptions {
  /**
   * A schema with which arguments are checked before they reach the handler: of any library with
   * the Standard JSON Schema interface, or a JSON Schema object. Read when a run starts and when a
   * call is made. @defaultValue any JSON object
   */
  readonly parameters?: ToolParameters | undefined;
  readonly handler?: ToolHandler<TArgs, TReturn, TThread> | undefined;
}

/** A tool whose schema tells the type of its arguments. */
export interface InferredTool<TParameters, TReturn, TThread> extends ToolOptions {
  // Not an intersection with `ToolParameters`: with a schema of ArkType it has no end.
  readonly parameters: TParameters;
  readonly handler?: ToolHandler<ToolArgs<TParameters>, TReturn, TThread> | undefined;
}

/** A tool whose arguments are named by the program: `registerTool<{ city: string }>({ … })`. */
export type DeclaredTool<TArgs, TReturn, TThread> = FrontendTool<TArgs, TReturn, TThread> & {
  readonly parameters?: JsonSchema | StandardJsonSchema<unknown, TArgs> | undefined;
};

/** Registers a tool; the types of its arguments come from its schema, or are named. */
export interface RegisterTool<TThread> {
  <const TParameters extends StandardJsonSchema | ObjectSchema, TReturn = unknown>(
    tool: InferredTool<TParameters, TReturn, TThread>,
  ): () => void;
  <TArgs = Readonly<Record<string, unknown>>>(
    tool: DeclaredTool<TArgs, unknown, TThread>,
  ): () => void;
}

/** A tool whose types no longer matter: its arguments are checked when it is called. */
export type AnyTool = FrontendTool<never, unknown, never>;

/** An answer to a tool call, given by a person or by the program. */
export type ToolCallAnswer =
  | {
      /** Text, content parts, or anything JSON can hold. */
      readonly value: string | readonly ContentPart[] | unknown;
      /** Whether the agent runs again. @defaultValue what the tool says, else true */
      readonly followUp?: boolean | undefined;
    }
  | {
      /** Why the person declined, for the agent to read; may be empty. */
      readonly rejected: string;
      readonly followUp?: boolean | undefined;
    };

import type { StandardJsonSchema, StandardSchema } from "../jsonSchema/standardSchema.ts";

type NoJsonSchema =
  "This schema has no JSON Schema: update to Zod 4.2 or ArkType 2.1.28, or wrap it in `toStandardJsonSchema()` of `@valibot/to-json-schema`.";
type NoObject =
  'The parameters of a tool are an object: write `z.object({ … })`, or a JSON Schema with `type: "object"`.';
type RawShape = "This is an object of schemas: write `z.object({ … })` around it.";

/**
 * `unknown` for a schema that a tool can have as its `parameters`. It is a JSON Schema object, or a schema of a
 * library that describes itself as JSON Schema. Both are for an object. For another value a sentence that says what to
 * write, which the compiler shows.
 *
 * A generic function passes the options of a tool on as a whole.
 *
 * @example A function that registers tools
 * ```ts
 * function addTool<TParameters extends StandardJsonSchema>(
 *   thread: Thread,
 *   tool: InferredTool<TParameters, unknown, Thread>,
 * ) {
 *   return thread.registerTool(tool);
 * }
 * ```
 */
export type ObjectParameters<TParameters> =
  TParameters extends StandardJsonSchema<infer TInput, infer _>
    ? ObjectInput<TInput>
    : TParameters extends StandardSchema
      ? NoJsonSchema
      : true extends IsSchema<TParameters[keyof TParameters]>
        ? RawShape
        : TParameters extends Record<"type", infer TType>
          ? ObjectType<TType>
          : unknown;

type ObjectInput<TInput> = unknown extends TInput
  ? unknown
  : [TInput] extends [readonly unknown[]]
    ? NoObject
    : [TInput] extends [object]
      ? unknown
      : NoObject;

type ObjectType<TType> = string extends TType
  ? unknown
  : TType extends "object"
    ? unknown
    : NoObject;

/** `true` for a schema of a library, and not for `any`. */
type IsSchema<TValue> = 0 extends 1 & TValue
  ? false
  : TValue extends { readonly "~standard": unknown }
    ? true
    : false;

/**
 * Parameters of a tool whose arguments have a declared type: a JSON Schema object, or a schema of a library that
 * outputs this type. For any other value, the compiler shows a sentence that says what to write.
 */
export type DeclaredParameters<TArgs> =
  | StandardJsonSchema<[TArgs] extends [Primitive] ? object | NoObject : unknown, TArgs>
  | WrittenJsonSchema
  | LoadedJsonSchema;

type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** A JSON Schema whose keywords are only known at run time, such as a `Record<string, unknown>`. */
type LoadedJsonSchema = {
  readonly type?: string | readonly string[];
  readonly "~standard"?: NoObject;
};

/** A JSON Schema whose keywords are known: not one of them is a schema of a library. */
interface WrittenJsonSchema extends LoadedJsonSchema {
  readonly [keyword: string]:
    | Exclude<Primitive, bigint | symbol>
    | OpenObject
    // An interface has no index signature.
    | (object & NoSchema);
}

interface OpenObject extends NoSchema {
  readonly [key: string]: unknown;
}

interface NoSchema {
  readonly "~standard"?: RawShape;
}

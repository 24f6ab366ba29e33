import type { JsonSchema } from "../protocol/jsonSchema.ts";
import type { FromJsonSchema } from "../store/tools/inferArgs.ts";
import type { StandardJsonSchema } from "../store/tools/standardSchema.ts";

/**
 * A schema that validates, of any library with the Standard Schema interface: Zod, Valibot, ArkType
 * and more.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<TInput = unknown, TOutput = TInput> {
  readonly "~standard": Omit<
    StandardJsonSchema<TInput, TOutput>["~standard"],
    // Describing itself is for tools, which an agent has to be told of.
    "jsonSchema"
  >;
}

/** What a value is checked by: a schema of a library, or a JSON Schema object. */
export type ValueSchema = StandardSchema | JsonSchema;

/** The value as the schema makes it: with a library's defaults and transformations. */
export type ValueOf<TSchema> =
  TSchema extends StandardSchema<infer _, infer TOutput> ? TOutput : FromJsonSchema<TSchema>;

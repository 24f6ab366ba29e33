import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import type { FromJsonSchema } from "../tools/inferArgs.ts";
import type { StandardResult } from "../tools/standardSchema.ts";

/**
 * The part of Standard Schema that checks a value: Zod, Valibot, ArkType and others give one.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<TInput = unknown, TOutput = TInput> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardResult<TOutput> | Promise<StandardResult<TOutput>>;
    readonly types?: { readonly input: TInput; readonly output: TOutput } | undefined;
  };
}

/** What describes a value: a schema of a library, or a JSON Schema object. */
export type ValueSchema = StandardSchema | JsonSchema;

/** The values a schema describes, as they are sent. */
export type ValueOf<TSchema> =
  TSchema extends StandardSchema<infer TInput, infer _> ? TInput : FromJsonSchema<TSchema>;

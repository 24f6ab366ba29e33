import type { StandardSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { FromJsonSchema } from "../../store/tools/inferArgs.ts";

/** What a schema makes of the values it describes: with a library's defaults and transformations. */
export type ValidatedValueOf<TSchema> =
  TSchema extends StandardSchema<infer _, infer TOutput> ? TOutput : FromJsonSchema<TSchema>;

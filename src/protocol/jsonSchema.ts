/** A value that JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * A JSON Schema, as it describes the parameters of a tool or the answer an interrupt expects.
 * Written for what people write; keywords that are not named here are kept and validated as well.
 *
 * @see https://json-schema.org/draft/2020-12
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: { readonly [name: string]: JsonSchema | boolean };
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  /** A list of schemas is a tuple, as drafts before 2020-12 write one. */
  readonly items?: JsonSchema | boolean | readonly (JsonSchema | boolean)[];
  readonly oneOf?: readonly (JsonSchema | boolean)[];
  readonly anyOf?: readonly (JsonSchema | boolean)[];
  readonly [keyword: string]: unknown;
}

/** One thing that is wrong with a value, and where. */
export interface SchemaProblem {
  /** Keys and indexes from the value down to the place; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** For a person, or a model, to read. */
  readonly message: string;
  /**
   * The keyword of JSON Schema it is about, as `required`; a form says some in its own words. Of an answer that
   * was not even checked, `closed` or `expired`.
   */
  readonly code?: string;
  /** What that keyword allows, where it is one number or one word: 3 for `minimum: 3`. */
  readonly limit?: number | string;
}

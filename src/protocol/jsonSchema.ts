/**
 * A JSON Schema, for the parameters of a tool or the answer to an interrupt. Keywords without a
 * property here are kept and validated as well.
 *
 * @see https://json-schema.org/draft/2020-12
 */
export interface JsonSchema {
  /** Type of the value, or its possible types. */
  readonly type?: string | readonly string[];
  /** Label of the value in a form. */
  readonly title?: string;
  /** Explanation for a user or a model. */
  readonly description?: string;
  /** Initial value in a form. */
  readonly default?: unknown;
  /** The allowed values. */
  readonly enum?: readonly unknown[];
  /** The only allowed value. */
  readonly const?: unknown;
  /** Format of a string, for example `"date"` or `"email"`. */
  readonly format?: string;
  /** Schemas of the properties of an object. */
  readonly properties?: { readonly [name: string]: JsonSchema | boolean };
  /** Names of the required properties. */
  readonly required?: readonly string[];
  /** Schema of all other properties; `false` forbids them. */
  readonly additionalProperties?: JsonSchema | boolean;
  /**
   * Schema of the items of an array. A list of schemas describes a tuple, as in drafts before
   * 2020-12.
   */
  readonly items?: JsonSchema | boolean | readonly (JsonSchema | boolean)[];
  /** Schemas of which exactly one matches. */
  readonly oneOf?: readonly (JsonSchema | boolean)[];
  /** Schemas of which at least one matches. */
  readonly anyOf?: readonly (JsonSchema | boolean)[];
  readonly [keyword: string]: unknown;
}

/** A problem of a value and its location. */
export interface SchemaProblem {
  /** Keys and indexes from the value to the location; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** Explanation for a user or a model. */
  readonly message: string;
  /**
   * The violated keyword, for example `"required"`. For an answer that was not validated,
   * `"closed"` or `"expired"`.
   */
  readonly code?: string;
  /** The limit of the keyword, when it is one number or word: 3 for `minimum: 3`. */
  readonly limit?: number | string;
}

/**
 * Joins problems to one line for a model: `city: is required; days.0: must be a number`.
 *
 * @example The result of a call with invalid arguments
 * ```ts
 * const text = `Invalid arguments. ${describeProblems(problems)}`;
 * ```
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function describeProblems(problems: readonly SchemaProblem[]): string {
  return problems
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

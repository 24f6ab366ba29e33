/**
 * The part of Standard Schema that validates a value, as Zod, Valibot, ArkType and others implement
 * it.
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

/**
 * The part of Standard Schema and Standard JSON Schema that tools need: a schema that validates and
 * can describe itself as JSON Schema. Zod 4.2 and later, ArkType 2.1.28 and later and Valibot's
 * `toStandardJsonSchema` implement it.
 *
 * @see https://standardschema.dev
 */
export interface StandardJsonSchema<TInput = unknown, TOutput = TInput> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardResult<TOutput> | Promise<StandardResult<TOutput>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: TInput; readonly output: TOutput } | undefined;
  };
}

/** Result of a validation. */
export type StandardResult<TOutput> =
  | { readonly value: TOutput; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

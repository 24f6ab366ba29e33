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

/**
 * The part of Standard Schema and Standard JSON Schema that tools need, as their specification
 * writes it: a schema that validates and can describe itself as JSON Schema. Zod 4.2 and later,
 * ArkType 2.1.28 and later and Valibot's `toStandardJsonSchema` give one.
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

/** What a schema says of a value. */
export type StandardResult<TOutput> =
  | { readonly value: TOutput; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

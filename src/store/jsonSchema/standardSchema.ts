/**
 * The part of Standard Schema that validates a value, as Zod, Valibot, ArkType and others implement
 * it.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<TInput = unknown, TOutput = TInput> {
  /** Validation and types of the schema. */
  readonly "~standard": StandardProps<TInput, TOutput>;
}

/**
 * The part of Standard Schema and Standard JSON Schema that tools need: a schema that validates and
 * can describe itself as JSON Schema. Zod 4.2 and later, ArkType 2.1.28 and later and Valibot's
 * `toStandardJsonSchema` implement it.
 *
 * @see https://standardschema.dev
 */
export interface StandardJsonSchema<TInput = unknown, TOutput = TInput> {
  /** Validation, JSON Schema and types of the schema. */
  readonly "~standard": StandardJsonProps<TInput, TOutput>;
}

/** The `~standard` property of a {@link StandardSchema}. */
export interface StandardProps<TInput, TOutput> {
  /** Version of the Standard Schema specification. */
  readonly version: 1;
  /** Name of the schema library, for example `"zod"`. */
  readonly vendor: string;
  /** Validates a value, and returns the parsed value or the issues. */
  readonly validate: (value: unknown) => StandardResult<TOutput> | Promise<StandardResult<TOutput>>;
  /** Types of the values, for the compiler only. Absent at run time. */
  readonly types?: StandardTypes<TInput, TOutput> | undefined;
}

/** The `~standard` property of a {@link StandardJsonSchema}. */
export interface StandardJsonProps<TInput, TOutput> extends StandardProps<TInput, TOutput> {
  /** Conversion to JSON Schema. */
  readonly jsonSchema: StandardJsonConverter;
}

/** Converter of a schema to JSON Schema. */
export interface StandardJsonConverter {
  /**
   * Returns the JSON Schema object of the values before they are parsed: the arguments that an agent
   * sends. May throw for a schema that JSON Schema cannot express.
   */
  readonly input: (options: {
    /** Draft of the result. */
    readonly target: "draft-2020-12";
    /** Options of the schema library. */
    readonly libraryOptions?: Record<string, unknown> | undefined;
  }) => Record<string, unknown>;
}

/** Types of the values of a schema. */
export interface StandardTypes<TInput, TOutput> {
  /** Type of a value before it is parsed. */
  readonly input: TInput;
  /** Type of a parsed value, with defaults and transformations applied. */
  readonly output: TOutput;
}

/** Result of a validation: the parsed value, or the issues of an invalid one. */
export type StandardResult<TOutput> =
  | {
      /** The parsed value. */
      readonly value: TOutput;
      /** Absent for a valid value. */
      readonly issues?: undefined;
    }
  | {
      /** Reasons why the value is invalid, at least one. */
      readonly issues: readonly StandardIssue[];
    };

/** Reason why a value is invalid. */
export interface StandardIssue {
  /** Explanation from the schema library. */
  readonly message: string;
  /** Keys and indexes from the value to the invalid part; absent or empty for the value itself. */
  readonly path?: readonly (PropertyKey | StandardPathSegment)[] | undefined;
}

/** Element of a path as an object, which some schema libraries extend with more fields. */
export interface StandardPathSegment {
  /** Key of a property, or index of an item. */
  readonly key: PropertyKey;
}

import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import type { StandardSchema } from "../jsonSchema/standardSchema.ts";

/** Description of a value: a schema of a library, or a JSON Schema object. */
export type ValueSchema = StandardSchema | JsonSchema;

/** Type of the values that a schema describes, as they are sent. */
export type ValueOf<TSchema> =
  TSchema extends StandardSchema<infer TInput, infer _> ? TInput : FromJsonSchema<TSchema>;

/** Type of the values that a JSON Schema describes; `unknown` where it cannot be inferred. */
export type FromJsonSchema<TSchema> =
  TSchema extends Record<"const", infer TConst>
    ? TConst
    : TSchema extends Record<"enum", readonly (infer TItem)[]>
      ? TItem
      : TSchema extends Record<"oneOf", readonly (infer TBranch)[]>
        ? FromJsonSchema<TBranch>
        : TSchema extends Record<"anyOf", readonly (infer TBranch)[]>
          ? FromJsonSchema<TBranch>
          : TSchema extends Record<"type", infer TType>
            ? FromType<TType, TSchema>
            : unknown;

type FromType<TType, TSchema> = TType extends "string"
  ? string
  : TType extends "number" | "integer"
    ? number
    : TType extends "boolean"
      ? boolean
      : TType extends "null"
        ? null
        : TType extends "array"
          ? TSchema extends Record<"items", infer TItem>
            ? readonly FromJsonSchema<TItem>[]
            : readonly unknown[]
          : TType extends "object"
            ? FromObject<TSchema>
            : TType extends readonly (infer TOne)[]
              ? FromType<TOne, TSchema>
              : unknown;

type FromObject<TSchema> =
  TSchema extends Record<"properties", infer TProperties>
    ? Flat<
        {
          readonly [K in keyof TProperties & RequiredOf<TSchema>]: FromJsonSchema<TProperties[K]>;
        } & {
          readonly [K in Exclude<keyof TProperties, RequiredOf<TSchema>>]?: FromJsonSchema<
            TProperties[K]
          >;
        }
      >
    : Readonly<Record<string, unknown>>;

type RequiredOf<TSchema> =
  TSchema extends Record<"required", readonly (infer TName)[]> ? TName : never;

/** Merges an intersection into one object type, which editors display in full. */
type Flat<T> = { [K in keyof T]: T[K] } & {};

import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { isRecord } from "../../protocol/isRecord.ts";

/** The schemas that references name, by address. */
export type SchemaLookup = Readonly<Record<string, Schema | boolean>>;

/** A schema, the schemas that its references name, and the value that was validated. */
export interface ValidationContext {
  readonly schema: Schema;
  readonly lookup: SchemaLookup;
  readonly value: unknown;
}

/** Location of a value: property names and array indexes. */
export type Path = readonly (string | number)[];

/** An error of the validator with its schema and value. */
export interface SchemaLocation {
  readonly error: OutputUnit;
  /** The schema that contains the keyword. */
  readonly schema: Schema;
  /** Location of the value, and the value itself. */
  readonly path: Path;
  readonly value: unknown;
}

/** Finds the schema and the value of an error. */
export function locateError(error: OutputUnit, context: ValidationContext): SchemaLocation {
  const segments = decodePointer(error.keywordLocation).slice(0, -1);
  let schema: unknown = context.schema;
  for (const segment of segments) {
    schema = segment === "$ref" ? followReference(schema, context) : childAt(schema, segment);
  }
  const path: (string | number)[] = [];
  let value = context.value;
  for (const segment of decodePointer(error.instanceLocation)) {
    path.push(Array.isArray(value) ? Number(segment) : segment);
    value = childAt(value, segment);
  }
  return { error, schema: isRecord(schema) ? schema : {}, path, value };
}

/**
 * Follows references and returns the schema that they lead to; other schemas are returned
 * unchanged.
 */
export function resolveReference(schema: unknown, context: ValidationContext): Schema {
  let target = schema;
  while (isRecord(target) && "$ref" in target) target = followReference(target, context);
  return isRecord(target) ? target : {};
}

function followReference(schema: unknown, { lookup }: ValidationContext): unknown {
  return isRecord(schema) ? resolveAddress(schema, lookup) : undefined;
}

/** Returns the schema that the `$ref` of a schema names. */
export function resolveAddress(schema: Schema, lookup: SchemaLookup): unknown {
  // The validator stores the resolved address of a reference beside it.
  const { $ref, __absolute_ref__: address } = schema;
  return lookup[address ?? $ref ?? ""];
}

function childAt(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return parent[Number(key)];
  return isRecord(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function decodePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}

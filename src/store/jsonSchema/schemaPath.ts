import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { isRecord } from "../../protocol/isRecord.ts";

/** A schema, the schemas that its references name, and the value that was validated. */
export interface Checked {
  readonly schema: Schema;
  readonly lookup: Readonly<Record<string, Schema | boolean>>;
  readonly value: unknown;
}

export type Path = readonly (string | number)[];

/** One error of the validator with its schema and value. */
export interface SchemaLocation {
  readonly error: OutputUnit;
  /** The schema that contains the keyword. */
  readonly schema: Schema;
  /** Location of the value, and the value itself. */
  readonly path: Path;
  readonly value: unknown;
}

export function placeOf(error: OutputUnit, checked: Checked): SchemaLocation {
  const segments = decodePointer(error.keywordLocation).slice(0, -1);
  let schema: unknown = checked.schema;
  for (const segment of segments) {
    schema = segment === "$ref" ? follow(schema, checked) : childOf(schema, segment);
  }
  const path: (string | number)[] = [];
  let value = checked.value;
  for (const segment of decodePointer(error.instanceLocation)) {
    path.push(Array.isArray(value) ? Number(segment) : segment);
    value = childOf(value, segment);
  }
  return { error, schema: isRecord(schema) ? schema : {}, path, value };
}

/**
 * Follows references and returns the schema that they lead to; other schemas are returned
 * unchanged.
 */
export function resolve(schema: unknown, checked: Checked): Schema {
  let target = schema;
  while (isRecord(target) && "$ref" in target) target = follow(target, checked);
  return isRecord(target) ? target : {};
}

function follow(schema: unknown, { lookup }: Checked): unknown {
  // The validator stores the resolved address of a reference beside it.
  const { $ref, __absolute_ref__: address } = (schema ?? {}) as Schema;
  return lookup[address ?? $ref ?? ""];
}

function childOf(parent: unknown, key: string): unknown {
  if (Array.isArray(parent)) return parent[Number(key)];
  return isRecord(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function decodePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}

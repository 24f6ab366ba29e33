import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { isRecord } from "../../protocol/isRecord.ts";

/** What has been checked: a schema, the schemas its references name, and a value. */
export interface Checked {
  readonly schema: Schema;
  readonly lookup: Readonly<Record<string, Schema | boolean>>;
  readonly value: unknown;
}

export type Path = readonly (string | number)[];

/** One error of the validator, and what it is about. */
export interface SchemaLocation {
  readonly error: OutputUnit;
  /** The schema that holds the keyword. */
  readonly schema: Schema;
  /** Where the value is, and what is there. */
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

/** The schema a reference names, and that which it refers to in turn; any other as it is. */
export function resolve(schema: unknown, checked: Checked): Schema {
  let target = schema;
  while (isRecord(target) && "$ref" in target) target = follow(target, checked);
  return isRecord(target) ? target : {};
}

function follow(schema: unknown, { lookup }: Checked): unknown {
  // The validator leaves the address a reference resolves to beside it, as no visible field.
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

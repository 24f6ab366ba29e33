import { replaceEqualDeep } from "../replaceEqualDeep.ts";

/** True for two equal JSON values. */
export function isEqual(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || Object.is(replaceEqualDeep(a, b), a);
}

/** True when a record has a field; a field that is `undefined` does not exist in JSON. */
export function has(record: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(record, key) && record[key] !== undefined;
}

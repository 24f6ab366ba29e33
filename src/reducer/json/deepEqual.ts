import { replaceEqualDeep } from "../structuralSharing.ts";

/** Whether two JSON values say the same. */
export function isEqual(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || Object.is(replaceEqualDeep(a, b), a);
}

/** JSON has no `undefined`: a field of that value is none. */
export function has(record: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(record, key) && record[key] !== undefined;
}

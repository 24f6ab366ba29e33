/** A JSON object whose fields are not known. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns true for a JSON object: not null and not an array. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

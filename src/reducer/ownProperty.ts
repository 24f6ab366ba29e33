/**
 * Reads a record by a key from the wire. Ids such as "constructor" or "__proto__" are valid and must not
 * find an inherited property.
 */
export function getOwn<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Writes to a record that the caller owns, by a key from the wire. */
export function putOwn<T>(record: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(record, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else record[key] = value;
}

/** True when a record has a field; a field that is `undefined` does not exist in JSON. */
export function hasDefined(record: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(record, key) && record[key] !== undefined;
}

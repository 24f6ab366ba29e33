/**
 * Reads a record by a key that came from the wire: ids such as "constructor" or "__proto__" are
 * as good as any other and must not find what every object inherits.
 */
export function getOwn<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Writes a record that belongs to the caller under a key that came from the wire. */
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

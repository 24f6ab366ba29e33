type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns the fields without those that are `undefined`: the protocol and snapshots have absent
 * fields only, so that they survive JSON.
 */
export function omitUndefined<const T extends object>(fields: T): Defined<T>;
export function omitUndefined(fields: Readonly<Record<string, unknown>>): object {
  const defined: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) defined[key] = fields[key];
  return defined;
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns the fields without those that are `undefined`: the protocol and snapshots have absent
 * fields only, so that they survive JSON.
 */
export function omitUndefined<const T extends object>(fields: T): Defined<T> {
  const defined: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) defined[key] = fields[key];
  // The result has exactly the fields that the type allows.
  return defined as unknown as Defined<T>;
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The fields that have a value. The protocol has absent fields and no undefined ones, and so do
 * snapshots, which have to survive JSON.
 */
export function omitUndefined<const T extends object>(fields: T): Defined<T> {
  const defined: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) defined[key] = fields[key];
  // What is left has exactly the fields the type says may be there.
  return defined as unknown as Defined<T>;
}

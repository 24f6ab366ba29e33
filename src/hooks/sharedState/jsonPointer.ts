/** A JSON Pointer (RFC 6901): `""` is the whole state, `"/tasks/0/title"` a location in the state. */
export type JsonPointer = "" | `/${string}`;

/**
 * The type of the value at a JSON Pointer. Includes `undefined` for array items; `unknown` for a key that the
 * type does not have.
 */
export type ValueAt<T, TPointer extends string> = TPointer extends `/${infer TKey}/${infer TRest}`
  ? ValueAt<Step<T, TKey>, `/${TRest}`>
  : TPointer extends `/${infer TKey}`
    ? Step<T, TKey>
    : T;

type Step<T, TKey extends string> = T extends readonly (infer TItem)[]
  ? TItem | undefined
  : T extends undefined | null
    ? undefined
    : TKey extends keyof T
      ? T[TKey]
      : unknown;

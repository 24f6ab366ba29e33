/** A JSON Pointer (RFC 6901): `""` is the whole state, `"/tasks/0/title"` a place in it. */
export type JsonPointer = "" | `/${string}`;

/** The type of what a pointer names; `undefined` comes with items of lists, `unknown` with a typo. */
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

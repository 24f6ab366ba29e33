/**
 * Returns a value under the type that the application expects of the shared state, such as a `Thread` as a
 * `Thread<TState>`. Public functions with a type parameter end with this call; the code that they call works with an
 * `unknown` state.
 */
export function withState<TUntyped, TTyped extends TUntyped>(value: TUntyped): TTyped {
  // The agent decides the shape of the state, so no type can be derived.
  return value as TTyped;
}

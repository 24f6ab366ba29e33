import type { Thread } from "./thread.ts";

/**
 * Returns a thread with the type that its user expects of the shared state. Public functions with a type parameter
 * end with this call; the code that they call works with an `unknown` state. Only the hook `useThread` has its own cast.
 */
export function asThread<TState>(thread: Thread): Thread<TState> {
  // The agent decides the shape of the state, so no type can be derived: `TState` is what the application expects.
  return thread as Thread<TState>;
}

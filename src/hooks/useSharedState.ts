import type { Thread } from "../store/types.ts";
import type { Snapshot } from "./snapshotTypes.ts";
import { useSnapshot } from "./useSnapshot.ts";
import { useThread } from "./useThread.ts";

/** The setter of {@link useSharedState}: takes the next state, or a function of the current one. */
export type SetSharedState<TState> = Thread<TState>["setState"];

/**
 * Shares a state with the agent, in the manner of `useState`.
 *
 * Returns what a person should see: the state the agent confirmed, with edits made here on top.
 * An edit shows at once and goes to the agent with the next run. Until the agent or
 * `initialState` says otherwise the state is `{}`.
 *
 * @example A recipe both sides edit
 * ```tsx
 * const [recipe, setRecipe] = useSharedState<Recipe>();
 * <input
 *   value={recipe?.title ?? ""}
 *   onChange={(event) => setRecipe((now) => ({ ...now, title: event.target.value }))}
 * />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @typeParam TState - The shape of the shared state.
 * @see https://docs.ag-ui.com/concepts/state
 */
export function useSharedState<TState = unknown>(): [
  state: TState | undefined,
  setState: SetSharedState<TState>,
];
/**
 * Returns one part of the shared state and re-renders only when that part changes.
 *
 * @example The number of open tasks
 * ```tsx
 * const open = useSharedState((state: Board) => state.tasks?.length ?? 0);
 * ```
 * @param selector - Pure; may be written inline. Say in its parameter type what may be absent.
 * @param isEqual - Whether two selected values mean the same. `Object.is` when absent.
 */
export function useSharedState<TState, T>(
  selector: (state: TState) => T,
  isEqual?: (a: T, b: T) => boolean,
): T;
export function useSharedState<TState, T>(
  selector?: (state: TState) => T,
  isEqual?: (a: T, b: T) => boolean,
): T | [TState | undefined, SetSharedState<TState>] {
  const { setState } = useThread<TState>();
  const value = useSnapshot<TState | T, TState>(
    ({ visibleState }: Snapshot<TState>) => (selector ? selector(visibleState) : visibleState),
    // With a selector every value compared is a T, without one there is no comparison of theirs.
    selector && (isEqual as ((a: TState | T, b: TState | T) => boolean) | undefined),
  );
  // The two shapes are the two overloads.
  return selector ? (value as T) : [value as TState, setState];
}

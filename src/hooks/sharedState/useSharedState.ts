import { useEffect, useMemo } from "react";
import { getAt, setAt } from "../../reducer/json/jsonPointer.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ValueOf, ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { SetStateOptions } from "../../store/thread/threadOptions.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";
import type { JsonPointer, ValueAt } from "./jsonPointer.ts";

/**
 * The setter of {@link useSharedState}: takes the next value, or a function of the current one, which is
 * `undefined` for a place that is not there. It keeps its identity for as long as the thread and the
 * pointer.
 */
export type SetSharedState<T, TCurrent = T> = (
  next: T | { update(current: TCurrent): T }["update"],
  options?: SetStateOptions,
) => void;

/** What {@link useSharedState} takes beside a pointer. */
export interface UseSharedStateOptions extends ThreadTarget {
  /**
   * Checks what the agent makes of the value: a Standard Schema (Zod, Valibot, ArkType), or a JSON
   * Schema object. What does not fit is kept, and reported in `snapshot.issues`. It types the value.
   */
  readonly schema?: ValueSchema | undefined;
}

/**
 * Shares a state with the agent, in the manner of `useState`.
 *
 * Returns what a person should see: the state the agent confirmed, with edits made here on top. An
 * edit shows at once, in every component, and goes to the agent with the next run, or starts one with
 * `{ run: true }`. Until a run has carried it, it stays on top of whatever the agent sends; see
 * `Thread.setState`. Until the agent or `initialState` says otherwise the state is `{}`.
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
export function useSharedState<const TSchema extends ValueSchema>(
  options: UseSharedStateOptions & { readonly schema: TSchema },
): [state: ValueOf<TSchema> | undefined, setState: SetSharedState<ValueOf<TSchema>>];
export function useSharedState<TState = unknown>(
  options?: ThreadTarget,
): [state: TState | undefined, setState: SetSharedState<TState>];
/**
 * Shares one place of the state, and re-renders only when that place changes. Setting it makes the
 * records on the way that are missing; in a list, `-` is the end.
 *
 * @example The title of a recipe, typed by hand, by the shape of the state, or by a schema
 * ```tsx
 * const [title, setTitle] = useSharedState<string>("/title");
 * const [title, setTitle] = useSharedState<Recipe, "/title">("/title");
 * const [title, setTitle] = useSharedState("/title", { schema: z.string() });
 * ```
 */
export function useSharedState<const TSchema extends ValueSchema>(
  pointer: JsonPointer,
  options: UseSharedStateOptions & { readonly schema: TSchema },
): [
  value: ValueOf<TSchema> | undefined,
  setValue: SetSharedState<ValueOf<TSchema>, ValueOf<TSchema> | undefined>,
];
export function useSharedState<T = unknown>(
  pointer: JsonPointer,
  options?: ThreadTarget,
): [value: T | undefined, setValue: SetSharedState<T, T | undefined>];
export function useSharedState<TState, TPointer extends JsonPointer>(
  pointer: TPointer,
  options?: ThreadTarget,
): [
  value: ValueAt<TState, TPointer> | undefined,
  setValue: SetSharedState<ValueAt<TState, TPointer>, ValueAt<TState, TPointer> | undefined>,
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
 * @param target - Another conversation than the nearest.
 */
export function useSharedState<TState, T>(
  selector: (state: TState) => T,
  isEqual?: (a: T, b: T) => boolean,
  target?: ThreadTarget,
): T;
export function useSharedState(
  what: JsonPointer | UseSharedStateOptions | Select = "",
  how?: UseSharedStateOptions | ((a: unknown, b: unknown) => boolean),
  whose?: ThreadTarget,
): unknown {
  const pointer = typeof what === "string" ? what : "";
  const given = typeof what === "object" ? what : typeof how === "object" ? how : undefined;
  const target = whose ?? given;
  const thread = useThread(target);
  useCheck(pointer, given?.schema, target);
  const set = useMemo(
    (): SetSharedState<unknown> => (next, options) => {
      // A value that is itself a function cannot be JSON, so a function is an updater.
      const update = typeof next === "function" && (next as (current: unknown) => unknown);
      thread.setState(
        update
          ? (state: unknown) => setAt(state, pointer, update(getAt(state, pointer)))
          : // What was made of what is shown; what has happened since is brought together with it.
            setAt(thread.store.getState().visibleState, pointer, next),
        options,
      );
    },
    [thread, pointer],
  );
  const select = typeof what === "function" ? what : undefined;
  const value = useSnapshot(
    ({ visibleState }: Snapshot) =>
      select ? select(visibleState) : pointer ? getAt(visibleState, pointer) : visibleState,
    typeof how === "function" ? how : Object.is,
    target,
  );
  return select ? value : [value, set];
}

/** The state's type is the word of whoever wrote the selector. */
type Select = { select(state: unknown): unknown }["select"];

/** Checks what arrives for as long as the component is mounted. */
function useCheck(
  pointer: JsonPointer,
  schema: ValueSchema | undefined,
  target: ThreadTarget | undefined,
): void {
  const thread = useThread(target);
  // A JSON Schema written inline is another object with every render, and says the same.
  const key = schema && "~standard" in schema ? schema : JSON.stringify(schema);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what `schema` holds
  useEffect(() => schema && thread.validateState(schema, pointer), [thread, pointer, key]);
}

import { useEffect, useMemo } from "react";
import { getAt, setAt } from "../../reducer/json/jsonPointer.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ValueOf, ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { SetStateOptions } from "../../store/thread/threadOptions.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * The setter of {@link useSharedState}: takes the next value, or a function of the current value, which is
 * `undefined` where the location does not exist. Keeps its identity as long as the thread and the pointer.
 */
export type SetSharedState<T, TCurrent = T> = (
  next: T | { update(current: TCurrent): T }["update"],
  options?: SetStateOptions,
) => void;

/** Options of {@link useSharedState}. The target selects another conversation than the nearest. */
export interface UseSharedStateOptions extends ThreadTarget {
  /**
   * Types the value, and validates changes by the agent: a Standard Schema (Zod, Valibot, ArkType) or a JSON
   * Schema object. An invalid value is applied nevertheless, and reported in `snapshot.issues`.
   */
  readonly schema?: ValueSchema | undefined;
}

/**
 * Shares state with the agent; used like `useState`.
 *
 * Returns the state to render: the state the agent confirmed, with local edits applied on top. An edit is
 * visible at once in every component, and is sent with the next run; `{ run: true }` starts one. Until a run
 * has sent the edit, it stays on top of changes by the agent; see `Thread.setState`. Without an `initialState`
 * the state is `{}` until the agent sends one.
 *
 * @example A recipe that user and agent edit
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
 * Shares one location of the state, and re-renders only when that location changes. Setting a value creates
 * missing parent objects; in an array, `-` appends.
 *
 * @example The title of a recipe: typed directly, by the shape of the state, or by a schema
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
 * Selects a part of the shared state, and re-renders only when that part changes.
 *
 * @example The number of open tasks
 * ```tsx
 * const open = useSharedState((state: Board) => state.tasks?.length ?? 0);
 * ```
 * @param selector - A pure function; may be written inline. Declare in its parameter type what may be absent.
 * @param isEqual - Compares two selected values. `Object.is` by default.
 * @param target - Selects another conversation than the nearest.
 */
export function useSharedState<TState, T>(
  selector: (state: TState) => T,
  isEqual?: (a: T, b: T) => boolean,
  target?: ThreadTarget,
): T;
export function useSharedState(
  first: JsonPointer | UseSharedStateOptions | StateSelector = "",
  second?: UseSharedStateOptions | ((a: unknown, b: unknown) => boolean),
  third?: ThreadTarget,
): unknown {
  const pointer = typeof first === "string" ? first : "";
  const options =
    typeof first === "object" ? first : typeof second === "object" ? second : undefined;
  const target = third ?? options;
  const thread = useThread(target);
  useStateValidation(pointer, options?.schema, target);
  const set = useMemo(
    (): SetSharedState<unknown> => (next, options) => {
      // A function cannot be a JSON value, so it is an updater.
      const update = typeof next === "function" && (next as (current: unknown) => unknown);
      thread.setState(
        update
          ? (state: unknown) => setAt(state, pointer, update(getAt(state, pointer)))
          : // A value was derived from the visible state. `setState` merges it with changes since then.
            setAt(thread.store.getState().visibleState, pointer, next),
        options,
      );
    },
    [thread, pointer],
  );
  const select = typeof first === "function" ? first : undefined;
  const value = useSnapshot(
    ({ visibleState }: Snapshot) =>
      select ? select(visibleState) : pointer ? getAt(visibleState, pointer) : visibleState,
    typeof second === "function" ? second : Object.is,
    target,
  );
  return select ? value : [value, set];
}

/** A method type, so that a selector may declare the type of the state. */
type StateSelector = { select(state: unknown): unknown }["select"];

/** Validates changes by the agent as long as the component is mounted. */
function useStateValidation(
  pointer: JsonPointer,
  schema: ValueSchema | undefined,
  target: ThreadTarget | undefined,
): void {
  const thread = useThread(target);
  // A JSON Schema written inline is a new object on every render: compare its content.
  const key = schema && "~standard" in schema ? schema : JSON.stringify(schema);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the content of `schema`
  useEffect(() => schema && thread.validateState(schema, pointer), [thread, pointer, key]);
}

/** A JSON Pointer (RFC 6901): `""` is the whole state, `"/tasks/0/title"` a location in the state. */
export type JsonPointer = "" | `/${string}`;

/**
 * The type of the value at a JSON Pointer. Includes `undefined` for array items; `unknown` for a key that the
 * type does not have.
 */
export type ValueAt<T, TPointer extends string> = TPointer extends `/${infer TKey}/${infer TRest}`
  ? ValueAt<ValueAtKey<T, TKey>, `/${TRest}`>
  : TPointer extends `/${infer TKey}`
    ? ValueAtKey<T, TKey>
    : T;

type ValueAtKey<T, TKey extends string> = T extends readonly (infer TItem)[]
  ? TItem | undefined
  : T extends undefined | null
    ? undefined
    : TKey extends keyof T
      ? T[TKey]
      : unknown;

import { loadPart } from "./loadPart.ts";
import type { ThreadCore } from "./threadCore.ts";
import type { Thread } from "./types.ts";

type Verbs = typeof import("./verbs/verbs.ts");

/**
 * One load for all, because browsers settle several imports of a module that is still loading in any
 * order, and what is said first is to be done first.
 */
let loading: Promise<Verbs> | undefined;

/** Does something with the verbs of a thread that few conversations need, loaded when one first does. */
export async function withVerbs<T>(use: (verbs: Verbs) => T): Promise<Awaited<T>> {
  loading ??= loadPart(() => import("./verbs/verbs.ts")).catch((error: unknown) => {
    // It may be there the next time.
    loading = undefined;
    throw error;
  });
  return await use(await loading);
}

const NAMES = [
  "answerToolCall",
  "rerunToolCall",
  "resume",
  "undoEdit",
  "discardEdits",
  "dismissDroppedEdits",
  "resync",
  "annotate",
  "editQueued",
  "moveQueued",
  "dropQueued",
  "sendQueued",
] as const satisfies readonly (keyof Verbs & keyof Thread)[];

type LateVerbs = Pick<Thread, (typeof NAMES)[number]>;
type LateVerb = (core: unknown, ...args: unknown[]) => unknown;

/** Makes the verbs of a thread that load when they are used. */
export function createLateVerbs<TState>(core: ThreadCore<TState>): LateVerbs {
  return Object.fromEntries(
    NAMES.map((name) => [
      name,
      // Each takes the thread's core in front of what the verb takes.
      (...args: unknown[]) => withVerbs((verbs) => (verbs[name] as LateVerb)(core, ...args)),
    ]),
  ) as unknown as LateVerbs;
}

import { createLoader } from "./loadPart.ts";
import type { Thread } from "./thread.ts";
import type { ThreadCore } from "./threadCore.ts";

type Verbs = typeof import("./verbs/verbs.ts");

const loadVerbs = createLoader(() => import("./verbs/verbs.ts"));

/** Does something with the verbs of a thread that few conversations need, loaded when one first does. */
export async function withVerbs<T>(use: (verbs: Verbs) => T): Promise<Awaited<T>> {
  return await use(await loadVerbs());
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
  "regenerate",
  "edit",
  "switchBranch",
  "goToRun",
  "getHistory",
  "connect",
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

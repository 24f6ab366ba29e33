import { createLoader } from "./loadPart.ts";
import type { Thread } from "./thread.ts";
import type { ThreadCore } from "./threadCore.ts";

type Verbs = typeof import("./verbs/verbs.ts");

const loadVerbs = counted(createLoader(() => import("./verbs/verbs.ts")));

type Turnings = typeof import("./verbs/turnings.ts");

/** What reads and writes the log, which the answers of a person need not wait for. */
const loadTurnings = counted(createLoader(() => import("./verbs/turnings.ts")));

let waiting = 0;

/** Whether something that was asked of a thread is not begun yet, as its code is being loaded. */
export const isVerbAwaited = () => waiting > 0;

function counted<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    waiting++;
    const loading = load();
    const end = () => waiting--;
    // Whoever waits for it waits no longer for that.
    loading.then(end, end);
    return loading;
  };
}

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
] as const satisfies readonly (keyof Verbs & keyof Thread)[];

const TURNINGS = [
  "regenerate",
  "edit",
  "switchBranch",
  "goToRun",
  "getHistory",
  "connect",
  "loadEarlier",
] as const satisfies readonly (keyof Turnings & keyof Thread)[];

type LateVerbs = Pick<Thread, (typeof NAMES | typeof TURNINGS)[number]>;
type LateVerb = (core: unknown, ...args: unknown[]) => unknown;

/** Makes the verbs of a thread that load when they are used. */
export function createLateVerbs<TState>(core: ThreadCore<TState>): LateVerbs {
  const make = (names: readonly string[], load: () => Promise<object>) =>
    names.map((name) => [
      name,
      // Each takes the thread's core in front of what the verb takes.
      async (...args: unknown[]) => (Reflect.get(await load(), name) as LateVerb)(core, ...args),
    ]);
  return Object.fromEntries([
    ...make(NAMES, loadVerbs),
    ...make(TURNINGS, loadTurnings),
  ]) as unknown as LateVerbs;
}

import { lazyModule } from "../loadModule.ts";
import type { Thread } from "./thread.ts";
import type { ThreadCore } from "./threadCore.ts";
import type { ThreadHooks } from "./threadInternals.ts";

type Verbs = typeof import("./verbs.ts");

const loadVerbs = lazyModule(() => import("./verbs.ts"));

type Turnings = typeof import("../eventLog/historyCommands.ts");

/** What reads and writes the log, which the answers of a person need not wait for. */
const loadTurnings = lazyModule(() => import("../eventLog/historyCommands.ts"));

/** Loads what is asked of a thread, which is not let go of meanwhile. */
function awaited<T>(load: () => Promise<T>, rest: ThreadHooks): Promise<T> {
  rest.awaited++;
  const loading = load();
  const end = () => rest.awaited--;
  // Whoever waits for it waits no longer for that.
  loading.then(end, end);
  return loading;
}

/**
 * Does something with the verbs of a thread that few conversations need, loaded when one first does.
 *
 * @param rest - Of the thread that this was asked of; left out where nothing would be lost with it.
 */
export async function withVerbs<T>(
  use: (verbs: Verbs) => T,
  rest: ThreadHooks = { awaited: 0 },
): Promise<Awaited<T>> {
  return await use(await awaited(loadVerbs, rest));
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
  "removeQueued",
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
      async (...args: unknown[]) =>
        (Reflect.get(await awaited(load, core.rest), name) as LateVerb)(core, ...args),
    ]);
  return Object.fromEntries([
    ...make(NAMES, loadVerbs),
    ...make(TURNINGS, loadTurnings),
  ]) as unknown as LateVerbs;
}

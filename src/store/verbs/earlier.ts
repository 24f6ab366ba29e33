import type { HistoryPage } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { Event, EventOf, Message } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { present } from "../../protocol/present.ts";
import { putInFront } from "../../reducer/earlier.ts";
import type { EarlierInfo, Snapshot } from "../../reducer/snapshot.ts";
import { addIssues } from "../../reducer/transitions.ts";
import { createInterruptible } from "../interruptible.ts";
import { loadLate } from "../loadLate.ts";
import { describeFailure } from "../runError.ts";
import type { ThreadBase } from "../threadBase.ts";
import { newInFront } from "./newInFront.ts";

/** What was loaded with one call. */
export interface LoadedEarlier {
  /** The page that came last; absent when there was nothing to ask for. */
  readonly page?: HistoryPage;
  readonly hasMore: boolean;
}

/** Changes the messages of a page before they are shown. */
export type PageFilter = (page: HistoryPage) => HistoryPage;

/** What is being loaded, by thread. */
const loading = new WeakMap<object, Promise<LoadedEarlier>>();

/** What ends with a thread. */
const ends = new WeakMap<object, AbortSignal>();

const UNKNOWN: EarlierInfo = { status: "idle", hasMore: true, cursor: null, error: null };

/** Shows what was said before; see `Thread.loadEarlier`. */
export async function loadEarlier<TState>(core: ThreadBase<TState>): Promise<boolean> {
  return (await loadPage(core)).hasMore;
}

/** The same, with what the agent tells beside the messages. */
export async function loadPage<TState>(
  core: ThreadBase<TState>,
  filter: PageFilter = (page) => page,
): Promise<LoadedEarlier> {
  // What is stored comes first.
  await core.rest.restoring;
  if (core.isDisposed()) throw disposed();
  assertHistory(core);
  const known = loading.get(core.rest);
  if (known) return known;
  const load = loadOnce(core, filter).finally(() => loading.delete(core.rest));
  loading.set(core.rest, load);
  return load;
}

/** Asks for one page, without showing anything of it. */
export async function askHistory<TState>(
  core: ThreadBase<TState>,
  cursor?: string | null,
): Promise<HistoryPage> {
  const { agent } = core.options;
  const { threadId } = core.getSnapshot();
  const interruptible = createInterruptible(endOf(core));
  const { signal } = interruptible;
  const request = { threadId, ...(cursor && { cursor }) };
  try {
    // Also one that throws at once, and one that never listens to the signal.
    const asked = (async () => agent.history?.(request, { signal }))();
    const page = await interruptible.wait(asked);
    if (!Array.isArray(page?.messages)) throw new Error("That was no page of a history.");
    return page;
  } catch (error) {
    if (signal.aborted) throw disposed();
    if (error instanceof AgentKitError) throw error;
    throw failed(`The agent failed to tell what was said before: ${reasonOf(error)}`, error);
  } finally {
    interruptible.release();
  }
}

/** @throws AgentKitError `invalid-argument` when the agent cannot tell what was said */
export function assertHistory<TState>({ options }: ThreadBase<TState>): void {
  if (options.agent.history) return;
  throw new AgentKitError("invalid-argument", "This agent has no history of a thread.");
}

async function loadOnce<TState>(
  core: ThreadBase<TState>,
  filter: PageFilter,
): Promise<LoadedEarlier> {
  const { messages, earlier } = core.getSnapshot();
  // A conversation that was cleared begins with its latest page again.
  const from = messages.length > 0 && earlier ? earlier : UNKNOWN;
  if (!from.hasMore) return { hasMore: false };
  // The log has it before it says what becomes of it; that something loads it need not know.
  if (!earlier) keep(core, [], UNKNOWN);
  show(core, { status: "loading", error: null });
  try {
    const shown = messages[0]?.id;
    const { page, fresh } = await nextPage(core, from.cursor, filter);
    if (core.isDisposed()) throw disposed();
    const now = core.getSnapshot().messages;
    // Another conversation has taken the place of the one that was asked about.
    const isOther = shown !== undefined && !now.some(({ id }) => id === shown);
    const cursor = page.olderCursor ?? null;
    const next = { ...UNKNOWN, hasMore: cursor !== null, cursor };
    if (!isOther) keep(core, fresh, next);
    // Where another window has taken it, it shows that by and by.
    show(core, { status: "idle" });
    return { page, hasMore: isOther || next.hasMore };
  } catch (error) {
    show(core, { status: "failed", error: describeFailure(error) });
    throw error;
  }
}

/** Asks for pages until one has something new. */
async function nextPage<TState>(
  core: ThreadBase<TState>,
  from: string | null,
  filter: PageFilter,
): Promise<{ readonly page: HistoryPage; readonly fresh: readonly Message[] }> {
  const asked = new Set([from]);
  for (let cursor = from; ; ) {
    const page = filter(await askHistory(core, cursor));
    const given = await canonical(core, page.messages);
    const fresh = newInFront(core.getSnapshot().messages, given, cursor === null);
    const { olderCursor = null } = page;
    if (fresh.length > 0 || olderCursor === null) return { page, fresh };
    if (asked.has(olderCursor)) {
      throw failed("The agent's history does not go on from where it said that it does.");
    }
    asked.add(olderCursor);
    cursor = olderCursor;
  }
}

/** Messages as a run could have told them; what is none is left out, and noted. */
async function canonical<TState>(
  core: ThreadBase<TState>,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  const issues: NewIssue[] = [];
  const events: Event[] = [];
  const { createCanonicalizer } = await loadLate();
  createCanonicalizer({ onIssue: (issue) => issues.push(issue) }).push(
    { type: "MESSAGES_SNAPSHOT", messages },
    events,
  );
  const before = core.getSnapshot();
  const next = addIssues(before, issues);
  if (next !== before) core.commit(next);
  for (const issue of next.issues) {
    if (!before.issues.includes(issue)) core.listeners.notify("onIssue", issue);
  }
  const [told] = events as EventOf<"MESSAGES_SNAPSHOT">[];
  return told?.messages ?? [];
}

/** Takes what has come. */
function keep<TState>(
  core: ThreadBase<TState>,
  messages: readonly Message[],
  earlier: EarlierInfo,
): void {
  const next = putInFront(core.getSnapshot(), { messages, earlier });
  core.commit(next, "now", { name: "earlier", messages, earlier });
}

function show<TState>(core: ThreadBase<TState>, change: Partial<EarlierInfo>): void {
  const snapshot: Snapshot<TState> = core.getSnapshot();
  const { earlier = UNKNOWN } = snapshot;
  const isSame = Object.entries(change).every(([key, value]) =>
    Object.is(Reflect.get(earlier, key), value),
  );
  if (!isSame || !snapshot.earlier) core.show({ ...snapshot, earlier: { ...earlier, ...change } });
}

/** Aborts when the thread is disposed. */
function endOf<TState>({ rest }: ThreadBase<TState>): AbortSignal {
  const known = ends.get(rest);
  if (known) return known;
  const controller = new AbortController();
  ends.set(rest, controller.signal);
  const { close } = rest;
  rest.close = () => {
    close?.();
    controller.abort();
  };
  return controller.signal;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(message: string, cause?: unknown): AgentKitError {
  return new AgentKitError("agent-failed", message, present({ cause }));
}

const disposed = () =>
  new AgentKitError("thread-disposed", "The thread was disposed. Make another.");

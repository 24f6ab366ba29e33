import { createCanonicalizer } from "../../protocol/canonicalizer.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { Event, EventOf, Message } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { addIssues } from "../../reducer/localUpdates.ts";
import { prependMessages } from "../../reducer/prependMessages.ts";
import type { EarlierInfo, Snapshot } from "../../reducer/snapshot.ts";
import { toRunError } from "../run/runError.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { disposed, failed, fetchHistoryPage } from "./fetchHistoryPage.ts";
import { withoutKnownMessages } from "./filterKnownMessages.ts";

/** What was loaded with one call. */
export interface LoadedEarlier {
  /** The page that came last; absent when there was nothing to ask for. */
  readonly page?: HistoryPage;
  readonly hasMore: boolean;
}

/** Changes the messages of a page before they are shown. */
export type PageFilter = (page: HistoryPage) => HistoryPage;

interface Wish {
  readonly filter: PageFilter;
}

/** A page on its way. */
interface Load {
  readonly result: Promise<LoadedEarlier>;
  /** Of all who wait for it, until they let go. */
  readonly wishes: Set<Wish>;
  readonly controller: AbortController;
}

/** What is being loaded, by thread. */
const loading = new WeakMap<object, Load>();

const UNKNOWN: EarlierInfo = { status: "idle", hasMore: true, cursor: null, error: null };

/** Shows what was said before; see `Thread.loadEarlier`. */
export async function loadEarlier(internals: ThreadInternals): Promise<boolean> {
  return (await loadPage(internals)).hasMore;
}

/**
 * The same, with what the agent tells beside the messages.
 *
 * @param until - Lets go of the page: when nobody else waits for it, it is not shown any more.
 */
export async function loadPage(
  internals: ThreadInternals,
  filter: PageFilter = (page) => page,
  until?: AbortSignal,
): Promise<LoadedEarlier> {
  // What is stored comes first.
  await internals.hooks.restoring;
  if (internals.isDisposed()) throw disposed();
  until?.throwIfAborted();
  assertHistory(internals);
  const load = loading.get(internals.hooks) ?? begin(internals);
  const wish = { filter };
  load.wishes.add(wish);
  const letGo = () => {
    load.wishes.delete(wish);
    if (load.wishes.size === 0) giveUp(internals, load);
  };
  until?.addEventListener("abort", letGo);
  return load.result.finally(() => until?.removeEventListener("abort", letGo));
}

function begin(internals: ThreadInternals): Load {
  const controller = new AbortController();
  const wishes = new Set<Wish>();
  const result = loadOnce(internals, wishes, controller.signal).finally(() => {
    if (loading.get(internals.hooks) === load) loading.delete(internals.hooks);
  });
  const load: Load = { result, wishes, controller };
  loading.set(internals.hooks, load);
  return load;
}

/** At once, as the next may begin before the one that is given up has ended. */
function giveUp(internals: ThreadInternals, load: Load): void {
  if (loading.get(internals.hooks) !== load) return;
  loading.delete(internals.hooks);
  load.controller.abort();
  if (!internals.isDisposed()) show(internals, { status: "idle" });
}

/** @throws AgentKitError `invalid-argument` when the agent cannot tell what was said */
export function assertHistory({ options }: ThreadInternals): void {
  if (options.agent.history) return;
  throw new AgentKitError("invalid-argument", "This agent has no history of a thread.");
}

async function loadOnce(
  internals: ThreadInternals,
  wishes: ReadonlySet<Wish>,
  signal: AbortSignal,
): Promise<LoadedEarlier> {
  const { messages, earlier } = internals.getSnapshot();
  // A conversation that was cleared begins with its latest page again.
  const from = messages.length > 0 && earlier ? earlier : UNKNOWN;
  if (!from.hasMore) return { hasMore: false };
  // The log has it before it says what becomes of it; that something loads it need not know.
  if (!earlier) keep(internals, [], UNKNOWN);
  show(internals, { status: "loading", error: null });
  try {
    const shown = messages[0]?.id;
    const { page, fresh } = await nextPage(internals, from.cursor, wishes, signal);
    if (internals.isDisposed()) throw disposed();
    signal.throwIfAborted();
    const now = internals.getSnapshot().messages;
    // Another conversation has taken the place of the one that was asked about.
    const isOther = shown !== undefined && !now.some(({ id }) => id === shown);
    const cursor = page.olderCursor ?? null;
    const next = { ...UNKNOWN, hasMore: cursor !== null, cursor };
    if (!isOther) keep(internals, fresh, next);
    // Where another window has taken it, it shows that by and by.
    show(internals, { status: "idle" });
    return { page, hasMore: isOther || next.hasMore };
  } catch (error) {
    // What has been given up is at rest, or is loaded anew.
    if (!signal.aborted) show(internals, { status: "failed", error: toRunError(error) });
    throw error;
  }
}

/** Asks for pages until one has something new. */
async function nextPage(
  internals: ThreadInternals,
  from: string | null,
  wishes: ReadonlySet<Wish>,
  signal: AbortSignal,
): Promise<{ readonly page: HistoryPage; readonly fresh: readonly Message[] }> {
  const asked = new Set([from]);
  for (let cursor = from; ; ) {
    const told = await fetchHistoryPage(internals, cursor, signal);
    const page = [...wishes].reduce((filtered, { filter }) => filter(filtered), told);
    const given = canonical(internals, page.messages);
    const fresh = withoutKnownMessages(internals.getSnapshot().messages, given, cursor === null);
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
function canonical(internals: ThreadInternals, messages: readonly Message[]): readonly Message[] {
  const issues: NewIssue[] = [];
  const events: Event[] = [];
  createCanonicalizer({ onIssue: (issue) => issues.push(issue) }).push(
    { type: "MESSAGES_SNAPSHOT", messages },
    events,
  );
  const before = internals.getSnapshot();
  const next = addIssues(before, issues);
  if (next !== before) internals.commit(next);
  internals.listeners.notifyIssues(before, next);
  const [told] = events as EventOf<"MESSAGES_SNAPSHOT">[];
  return told?.messages ?? [];
}

/** Takes what has come. */
function keep(
  internals: ThreadInternals,
  messages: readonly Message[],
  earlier: EarlierInfo,
): void {
  const next = prependMessages(internals.getSnapshot(), { messages, earlier });
  internals.commit(next, "now", { name: "earlier", messages, earlier });
}

function show(internals: ThreadInternals, change: Partial<EarlierInfo>): void {
  const snapshot: Snapshot = internals.getSnapshot();
  const { earlier = UNKNOWN } = snapshot;
  const isSame = Object.entries(change).every(([key, value]) =>
    Object.is(Reflect.get(earlier, key), value),
  );
  if (!isSame || !snapshot.earlier)
    internals.replaceSnapshot({ ...snapshot, earlier: { ...earlier, ...change } });
}

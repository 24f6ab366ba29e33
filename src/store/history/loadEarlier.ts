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

/** Result of loading one page. */
export interface LoadedEarlier {
  /** The last page; absent when the beginning was known already. */
  readonly page?: HistoryPage;
  /** True when there may be more pages. */
  readonly hasMore: boolean;
}

/** Changes the messages of a page before they are inserted. */
export type PageFilter = (page: HistoryPage) => HistoryPage;

interface Wish {
  readonly filter: PageFilter;
}

/** A page that is being loaded. */
interface Load {
  readonly result: Promise<LoadedEarlier>;
  /** Callers that wait for the page. */
  readonly wishes: Set<Wish>;
  readonly controller: AbortController;
}

/** Pages that are being loaded, by thread. */
const loading = new WeakMap<object, Load>();

const UNKNOWN: EarlierInfo = { status: "idle", hasMore: true, cursor: null, error: null };

/** Loads earlier messages; see `Thread.loadEarlier`. */
export async function loadEarlier(internals: ThreadInternals): Promise<boolean> {
  return (await loadPage(internals)).hasMore;
}

/**
 * Loads one page and returns it.
 *
 * @param filter - Changes the page before it is inserted.
 * @param until - Cancels this call. The request is aborted when no other call waits for it.
 */
export async function loadPage(
  internals: ThreadInternals,
  filter: PageFilter = (page) => page,
  until?: AbortSignal,
): Promise<LoadedEarlier> {
  // Stored messages are restored first.
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

/** Removed at once, because the next load may begin before the cancelled one has ended. */
function giveUp(internals: ThreadInternals, load: Load): void {
  if (loading.get(internals.hooks) !== load) return;
  loading.delete(internals.hooks);
  load.controller.abort();
  if (!internals.isDisposed()) show(internals, { status: "idle" });
}

/**
 * Throws when the agent has no history.
 *
 * @throws AgentKitError `invalid-argument`
 */
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
  // A conversation that was cleared starts with its latest page again.
  const from = messages.length > 0 && earlier ? earlier : UNKNOWN;
  if (!from.hasMore) return { hasMore: false };
  // The log records the unknown history once; the loading status is not recorded.
  if (!earlier) keep(internals, [], UNKNOWN);
  show(internals, { status: "loading", error: null });
  try {
    const shown = messages[0]?.id;
    const { page, fresh } = await nextPage(internals, from.cursor, wishes, signal);
    if (internals.isDisposed()) throw disposed();
    signal.throwIfAborted();
    const now = internals.getSnapshot().messages;
    // The conversation was replaced while the page was loading.
    const isOther = shown !== undefined && !now.some(({ id }) => id === shown);
    const cursor = page.olderCursor ?? null;
    const next = { ...UNKNOWN, hasMore: cursor !== null, cursor };
    if (!isOther) keep(internals, fresh, next);
    // When another tab has inserted the page, its status follows from there.
    show(internals, { status: "idle" });
    return { page, hasMore: isOther || next.hasMore };
  } catch (error) {
    // A cancelled load has reset its status, and another may be running.
    if (!signal.aborted) show(internals, { status: "failed", error: toRunError(error) });
    throw error;
  }
}

/** Fetches pages until one contains a new message. */
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

/** Returns canonical messages, as from a run. Invalid messages are left out, with an issue. */
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

/** Inserts messages and records them in the log. */
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

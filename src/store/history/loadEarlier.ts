import { createCanonicalizer } from "../../protocol/canonicalizer.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { Event, EventOf, Message } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { prependMessages } from "../../reducer/prependMessages.ts";
import type { EarlierInfo, Snapshot } from "../../reducer/snapshot.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import { createDisposedError, toRunError } from "../run/runError.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { fetchHistoryPage, historyError } from "./fetchHistoryPage.ts";
import { filterKnownMessages } from "./filterKnownMessages.ts";

interface LoadedEarlier {
  /** The last page; absent when the beginning was known already. */
  readonly page?: HistoryPage;
  /** True when there may be more pages. */
  readonly hasMore: boolean;
}

/** Changes the messages of a page before they are inserted. */
type PageFilter = (page: HistoryPage) => HistoryPage;

interface Waiter {
  readonly filter: PageFilter;
}

/** A page that is being loaded. */
interface PageLoad {
  readonly result: Promise<LoadedEarlier>;
  /** Callers that wait for the page. */
  readonly waiters: Set<Waiter>;
  readonly controller: AbortController;
}

/** Pages that are being loaded, by thread. */
const loadsByThread = new WeakMap<object, PageLoad>();

const UNKNOWN_HISTORY: EarlierInfo = { status: "idle", hasMore: true, cursor: null, error: null };

/** Loads earlier messages; see `Thread.loadEarlier`. */
export async function loadEarlier(internals: ThreadInternals): Promise<boolean> {
  return (await loadPage(internals)).hasMore;
}

/**
 * Loads one page and returns it.
 *
 * @param filter - Changes the page before it is inserted.
 * @param cancelSignal - Cancels this call. The request is aborted when no other call waits for it.
 */
export async function loadPage(
  internals: ThreadInternals,
  filter: PageFilter = (page) => page,
  cancelSignal?: AbortSignal,
): Promise<LoadedEarlier> {
  // Stored messages are restored first.
  await internals.features.restoring;
  if (internals.isDisposed()) throw createDisposedError();
  cancelSignal?.throwIfAborted();
  assertHistory(internals);
  const load = loadsByThread.get(internals.features) ?? startLoad(internals);
  const waiter = { filter };
  load.waiters.add(waiter);
  const cancel = () => {
    load.waiters.delete(waiter);
    if (load.waiters.size === 0) cancelLoad(internals, load);
  };
  cancelSignal?.addEventListener("abort", cancel);
  return load.result.finally(() => cancelSignal?.removeEventListener("abort", cancel));
}

function startLoad(internals: ThreadInternals): PageLoad {
  const controller = new AbortController();
  const waiters = new Set<Waiter>();
  const result = loadOnce(internals, waiters, controller.signal).finally(() => {
    if (loadsByThread.get(internals.features) === load) loadsByThread.delete(internals.features);
  });
  const load: PageLoad = { result, waiters, controller };
  loadsByThread.set(internals.features, load);
  return load;
}

/** Removed at once, because the next load may begin before the cancelled one has ended. */
function cancelLoad(internals: ThreadInternals, load: PageLoad): void {
  if (loadsByThread.get(internals.features) !== load) return;
  loadsByThread.delete(internals.features);
  load.controller.abort();
  if (!internals.isDisposed()) setEarlier(internals, { status: "idle" });
}

/**
 * Throws when the agent has no history.
 *
 * @throws AgentKitError `invalid-argument`
 */
function assertHistory({ options }: ThreadInternals): void {
  if (options.agent.history) return;
  throw new AgentKitError(
    "invalid-argument",
    "`agent.history` is not implemented, so earlier messages cannot be loaded. Pass `history` to `httpAgent`.",
  );
}

async function loadOnce(
  internals: ThreadInternals,
  waiters: ReadonlySet<Waiter>,
  signal: AbortSignal,
): Promise<LoadedEarlier> {
  const { messages, earlier } = internals.getBaseSnapshot();
  // A conversation that was cleared starts with its latest page again.
  const start = messages.length > 0 && earlier ? earlier : UNKNOWN_HISTORY;
  if (!start.hasMore) return { hasMore: false };
  // Records in the log, once, that the history is unknown. The loading status is not recorded.
  if (!earlier) insertMessages(internals, [], UNKNOWN_HISTORY);
  setEarlier(internals, { status: "loading", error: null });
  try {
    const firstId = messages[0]?.id;
    const { page, newMessages } = await nextPage(internals, start.cursor, waiters, signal);
    if (internals.isDisposed()) throw createDisposedError();
    signal.throwIfAborted();
    const current = internals.getBaseSnapshot().messages;
    // The conversation was replaced while the page was loading.
    const wasReplaced = firstId !== undefined && !current.some(({ id }) => id === firstId);
    const cursor = page.olderCursor ?? null;
    const next = { ...UNKNOWN_HISTORY, hasMore: cursor !== null, cursor };
    if (!wasReplaced) insertMessages(internals, newMessages, next);
    // The status of a page that another tab has inserted comes from that tab.
    setEarlier(internals, { status: "idle" });
    return { page, hasMore: wasReplaced || next.hasMore };
  } catch (error) {
    // A cancelled load has reset its status, and another may be running.
    if (!signal.aborted) setEarlier(internals, { status: "failed", error: toRunError(error) });
    throw error;
  }
}

/** Fetches pages until one contains a new message. */
async function nextPage(
  internals: ThreadInternals,
  start: string | null,
  waiters: ReadonlySet<Waiter>,
  signal: AbortSignal,
): Promise<{ readonly page: HistoryPage; readonly newMessages: readonly Message[] }> {
  const requestedCursors = new Set([start]);
  for (let cursor = start; ; ) {
    const fetched = await fetchHistoryPage(internals, cursor, signal);
    const page = [...waiters].reduce((filtered, { filter }) => filter(filtered), fetched);
    const canonicalMessages = toCanonicalMessages(internals, page.messages, cursor);
    const newMessages = filterKnownMessages(
      internals.getBaseSnapshot().messages,
      canonicalMessages,
      cursor === null,
    );
    const { olderCursor = null } = page;
    if (newMessages.length > 0 || olderCursor === null) return { page, newMessages };
    if (requestedCursors.has(olderCursor)) {
      throw historyError(
        "Earlier messages could not be loaded: `history` returned the same `olderCursor` again. Return `null` at the beginning of the conversation.",
      );
    }
    requestedCursors.add(olderCursor);
    cursor = olderCursor;
  }
}

/** Returns canonical messages, as from a run. Invalid messages are left out, with an issue. */
function toCanonicalMessages(
  internals: ThreadInternals,
  messages: readonly Message[],
  cursor: string | null,
): readonly Message[] {
  const issues: NewIssue[] = [];
  const events: Event[] = [];
  const canonicalizer = createCanonicalizer(
    { onIssue: (issue) => issues.push(issue) },
    { listName: deriveId("page", cursor ?? "latest") },
  );
  canonicalizer.pushValue({ type: "MESSAGES_SNAPSHOT", messages }, events);
  const before = internals.getBaseSnapshot();
  const next = addIssues(before, issues);
  if (next !== before) internals.commit(next);
  internals.listeners.notifyIssues(before, next);
  // The canonicalizer yields the event with its valid messages, or nothing.
  const [fetched] = events as EventOf<"MESSAGES_SNAPSHOT">[];
  return fetched?.messages ?? [];
}

/** Inserts messages and records them in the log. */
function insertMessages(
  internals: ThreadInternals,
  messages: readonly Message[],
  earlier: EarlierInfo,
): void {
  const next = prependMessages(internals.getBaseSnapshot(), { messages, earlier });
  internals.commit(next, "now", { name: "earlier", messages, earlier });
}

function setEarlier(internals: ThreadInternals, change: Partial<EarlierInfo>): void {
  const snapshot: Snapshot = internals.getBaseSnapshot();
  const { earlier = UNKNOWN_HISTORY } = snapshot;
  const isSame = Object.entries(change).every(([key, value]) =>
    Object.is(Reflect.get(earlier, key), value),
  );
  if (!isSame || !snapshot.earlier)
    internals.replaceSnapshot({ ...snapshot, earlier: { ...earlier, ...change } });
}

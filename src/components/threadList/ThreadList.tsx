import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type ThreadSummary, useThreads } from "../../hooks/threads/useThreads.ts";
import { useClass } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Skeleton } from "../transcript/Skeleton.tsx";
import { isFocusLost } from "../ui/activeElement.ts";
import { Icon } from "../ui/Icon.tsx";
import { Strokes } from "../ui/Strokes.tsx";
import { ThreadListItem } from "./ThreadListItem.tsx";

/** From how many threads on they can be searched. */
const SEARCHED = 9;

/** Props of {@link ThreadList}. */
export interface ThreadListProps {
  /** Called when the person has chosen a thread, or a new one: to close a drawer, for instance. */
  readonly onSelect?: ((threadId: string) => void) | undefined;
  /** Added to the element beside `agk-threads`. */
  readonly className?: string;
}

/**
 * Lists the conversations of the nearest `ThreadsProvider`, the latest first, and lets the person switch,
 * begin, rename, archive, delete and, when there are many, search them.
 *
 * A mark says which is working, which waits for an answer and which has something new. The list is one stop
 * of the Tab key: arrow keys walk it, F2 renames and Delete asks whether to delete. Renders a `<nav>`.
 *
 * @example Beside the chat
 * ```tsx
 * <ThreadsProvider rememberAs="support">
 *   <ThreadList />
 *   <Chat />
 * </ThreadsProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside a `ThreadsProvider`.
 * @selector `.agk-thread[data-current]` The one that is shown.
 * @selector `.agk-thread[data-unread]` One with something new.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function ThreadList({ onSelect, className }: ThreadListProps): ReactNode {
  const words = useStrings();
  const strings = words.threads;
  const { threads, isLoading, error, currentId, ...verbs } = useThreads();
  const [query, setQuery] = useState("");
  const [tabStop, setTabStop] = useState<string>();
  const [said, setSaid] = useState({ times: 0, text: "" });
  const [hasFailed, setFailed] = useState(false);
  const isSearching = query.trim() !== "";
  const found = isSearching ? verbs.search(query) : threads;
  // What is looked for may be anywhere.
  const active = isSearching ? found : found.filter(({ isArchived }) => !isArchived);
  const archived = isSearching ? [] : found.filter(({ isArchived }) => isArchived);
  const { list, create, leave } = useFocusNext(threads);
  const isListed = (id?: string) => found.some(({ threadId }) => threadId === id);
  const stop = [tabStop, currentId].find(isListed) ?? active[0]?.threadId ?? archived[0]?.threadId;

  const say = (text: string) => setSaid(({ times }) => ({ times: times + 1, text }));
  const choose = (threadId: string) => {
    verbs.switchTo(threadId);
    onSelect?.(threadId);
  };
  /** Does something, and says what came of it. */
  const attempt = (work: Promise<void>, done: string) => {
    setFailed(false);
    work.then(
      () => say(done),
      () => setFailed(true),
    );
  };
  const row = (thread: ThreadSummary) => {
    const { threadId, isArchived, title = strings.untitled } = thread;
    return (
      <ThreadListItem
        key={threadId}
        thread={thread}
        isTabStop={threadId === stop}
        onFocus={() => setTabStop(threadId)}
        onChoose={() => choose(threadId)}
        onRename={(name) => attempt(verbs.rename(threadId, name), strings.renamed(name))}
        onArchive={() => {
          leave(threadId);
          const done = isArchived ? strings.hasUnarchived(title) : strings.hasArchived(title);
          attempt(verbs.archive(threadId, !isArchived), done);
        }}
        onRemove={() => {
          leave(threadId);
          attempt(verbs.remove(threadId), strings.removed(title));
        }}
      />
    );
  };
  const isEmpty = threads.length === 0;
  return (
    <nav
      className={useClass("ThreadList", "agk-threads", className)}
      aria-label={strings.label}
      aria-busy={isLoading}
      ref={list}
    >
      <button
        type="button"
        className="agk-button agk-threads-create"
        ref={create}
        onClick={() => {
          const threadId = verbs.create();
          onSelect?.(threadId);
        }}
      >
        <Strokes path="M8 3v10M3 8h10" />
        {strings.create}
      </button>
      {(threads.length >= SEARCHED || isSearching) && (
        <input
          type="search"
          className="agk-threads-search"
          aria-label={strings.search}
          placeholder={strings.search}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      {error && (
        <p className="agk-threads-problem">
          <Icon name="alert" />
          <span role="alert">{strings.notRead}</span>
          <button type="button" className="agk-button" onClick={verbs.reload}>
            {words.retry}
          </button>
        </p>
      )}
      {hasFailed && (
        <p className="agk-threads-problem">
          <Icon name="alert" />
          <span role="alert">{strings.notDone}</span>
        </p>
      )}
      {isEmpty && isLoading && <Skeleton />}
      {isEmpty && !isLoading && !error && <p className="agk-threads-note">{strings.empty}</p>}
      {isSearching && found.length === 0 && (
        <p className="agk-threads-note">{strings.nothingFound}</p>
      )}
      {active.length > 0 && <Rows>{active.map(row)}</Rows>}
      {archived.length > 0 && (
        <details className="agk-threads-archive">
          <summary className="agk-summary">
            <Icon name="chevron" />
            {strings.archived(archived.length)}
          </summary>
          <Rows>{archived.map(row)}</Rows>
        </details>
      )}
      <span className="agk-sr-only" aria-live="polite">
        {/* Another element each time, as the same words would be heard only once. */}
        {isSearching ? strings.found(found.length) : <span key={said.times}>{said.text}</span>}
      </span>
    </nav>
  );
}

function Rows({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ul
      className="agk-threads-list"
      // biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to VoiceOver
      role="list"
      onKeyDown={walk}
    >
      {children}
    </ul>
  );
}

/** The buttons that show a thread, as far as they are seen. */
function openers(nav: Element | null | undefined): HTMLElement[] {
  const all = nav?.querySelectorAll<HTMLElement>(".agk-thread-open") ?? [];
  return [...all].filter(isSeen);
}

const isSeen = (element: Element) => !element.closest("details:not([open])");

/** To another thread of the list, as far as the key is one for that. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  // With one of these it is the browser's.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof Element) || !target.matches(".agk-thread-open, .agk-thread-more")) return;
  const all = openers(event.currentTarget.closest("nav"));
  const at = all.findIndex((button) => button.closest("li") === target.closest("li"));
  const places = new Map([
    ["ArrowUp", Math.max(0, at - 1)],
    ["ArrowDown", Math.min(all.length - 1, at + 1)],
    ["Home", 0],
    ["End", all.length - 1],
  ]);
  const to = places.get(key);
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

/** Puts the focus on a thread beside the one that has gone with it, else on what begins a new one. */
function useFocusNext(threads: readonly ThreadSummary[]) {
  const list = useRef<HTMLElement>(null);
  const create = useRef<HTMLButtonElement>(null);
  const wish = useRef<{ readonly nextId: string | undefined }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks after each change of the list
  useEffect(() => {
    const { current } = wish;
    wish.current = undefined;
    // Where it has gone by itself, it stays.
    if (!current || !isFocusLost()) return;
    const next = openers(list.current).find((button) => idOf(button) === current.nextId);
    (next ?? create.current)?.focus();
  }, [threads]);

  return {
    list,
    create,
    leave(id: string) {
      // By the rows: the one that goes may show a question in place of its buttons.
      const rows = list.current?.querySelectorAll(".agk-thread") ?? [];
      const ids = [...rows].filter(isSeen).map(idOf);
      const at = ids.indexOf(id);
      wish.current = { nextId: ids[at + 1] ?? ids[at - 1] };
    },
  };
}

const idOf = (button: Element) => button.closest("li")?.getAttribute("data-id") ?? undefined;

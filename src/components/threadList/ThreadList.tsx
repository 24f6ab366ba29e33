import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type ThreadSummary, useThreads } from "../../hooks/threads/useThreads.ts";
import { useClassName } from "../settings/settings.tsx";
import { Skeleton } from "../status/LoadFailed.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { isFocusLost } from "../ui/focus.ts";
import { Icon, StrokeIcon } from "../ui/Icon.tsx";
import { ThreadListItem } from "./ThreadListItem.tsx";

/** Number of threads from which a search field appears. */
const SEARCH_THRESHOLD = 9;

/** Props of {@link ThreadList}. */
export interface ThreadListProps {
  /** Called when the user has selected or created a thread, for example to close a drawer. */
  readonly onSelect?: ((threadId: string) => void) | undefined;
  /** Class added to the element beside `agk-threads`. */
  readonly className?: string;
}

/**
 * Lists the threads of the nearest `ThreadsProvider`, latest first, and lets the user switch, create, rename,
 * archive, delete and search them.
 *
 * Marks show which threads run, wait for an answer, or have unread messages. The list is one tab stop: arrow
 * keys move, F2 renames, and Delete asks for confirmation. Renders a `<nav>`.
 *
 * @example Beside the chat
 * ```tsx
 * <ThreadsProvider persistKey="support">
 *   <ThreadList />
 *   <Chat />
 * </ThreadsProvider>
 * ```
 * @throws AgentKitError `missing-provider` outside a `ThreadsProvider`.
 * @selector `.agk-thread[data-current]` The current thread.
 * @selector `.agk-thread[data-unread]` A thread with unread messages.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function ThreadList({ onSelect, className }: ThreadListProps): ReactNode {
  const allStrings = useStrings();
  const strings = allStrings.threads;
  const { threads, isLoading, error, currentId, ...actions } = useThreads();
  const [query, setQuery] = useState("");
  const [tabStop, setTabStop] = useState<string>();
  const [announcement, setAnnouncement] = useState({ count: 0, text: "" });
  const [hasFailed, setFailed] = useState(false);
  const isSearching = query.trim() !== "";
  const matches = isSearching ? actions.search(query) : threads;
  // A search includes archived threads.
  const active = isSearching ? matches : matches.filter(({ isArchived }) => !isArchived);
  const archived = isSearching ? [] : matches.filter(({ isArchived }) => isArchived);
  const { list, create, focusNextAfter } = useFocusNext(threads);
  const isListed = (id?: string) => matches.some(({ threadId }) => threadId === id);
  const stop = [tabStop, currentId].find(isListed) ?? active[0]?.threadId ?? archived[0]?.threadId;

  const announce = (text: string) => setAnnouncement(({ count }) => ({ count: count + 1, text }));
  const selectThread = (threadId: string) => {
    actions.switchTo(threadId);
    onSelect?.(threadId);
  };
  /** Runs an action and announces its result. */
  const runAction = (work: Promise<void>, message: string) => {
    setFailed(false);
    work.then(
      () => announce(message),
      () => setFailed(true),
    );
  };
  const renderThread = (thread: ThreadSummary) => {
    const { threadId, isArchived, title = strings.untitled } = thread;
    return (
      <ThreadListItem
        key={threadId}
        thread={thread}
        isTabStop={threadId === stop}
        onFocus={() => setTabStop(threadId)}
        onChoose={() => selectThread(threadId)}
        onRename={(name) => runAction(actions.rename(threadId, name), strings.renamed(name))}
        onArchive={() => {
          focusNextAfter(threadId);
          const message = isArchived
            ? strings.announceUnarchived(title)
            : strings.announceArchived(title);
          runAction(actions.archive(threadId, !isArchived), message);
        }}
        onRemove={() => {
          focusNextAfter(threadId);
          runAction(actions.remove(threadId), strings.removed(title));
        }}
      />
    );
  };
  const isEmpty = threads.length === 0;
  return (
    <nav
      className={useClassName("ThreadList", "agk-threads", className)}
      aria-label={strings.label}
      aria-busy={isLoading}
      ref={list}
    >
      <button
        type="button"
        className="agk-button agk-threads-create"
        ref={create}
        onClick={() => {
          const threadId = actions.create();
          onSelect?.(threadId);
        }}
      >
        <StrokeIcon path="M8 3v10M3 8h10" />
        {strings.create}
      </button>
      {(threads.length >= SEARCH_THRESHOLD || isSearching) && (
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
          <span role="alert">{strings.loadFailed}</span>
          <button type="button" className="agk-button" onClick={actions.reload}>
            {allStrings.retry}
          </button>
        </p>
      )}
      {hasFailed && (
        <p className="agk-threads-problem">
          <Icon name="alert" />
          <span role="alert">{strings.saveFailed}</span>
        </p>
      )}
      {isEmpty && isLoading && <Skeleton />}
      {isEmpty && !isLoading && !error && <p className="agk-threads-note">{strings.empty}</p>}
      {isSearching && matches.length === 0 && (
        <p className="agk-threads-note">{strings.noResults}</p>
      )}
      {active.length > 0 && <ThreadRows>{active.map(renderThread)}</ThreadRows>}
      {archived.length > 0 && (
        <details className="agk-threads-archive">
          <summary className="agk-summary">
            <Icon name="chevron" />
            {strings.archived(archived.length)}
          </summary>
          <ThreadRows>{archived.map(renderThread)}</ThreadRows>
        </details>
      )}
      <span className="agk-sr-only" aria-live="polite">
        {/* A new key for each text, because screen readers announce only new elements. */}
        {isSearching ? (
          strings.resultCount(matches.length)
        ) : (
          <span key={announcement.count}>{announcement.text}</span>
        )}
      </span>
    </nav>
  );
}

function ThreadRows({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ul
      className="agk-threads-list"
      // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers unless they have a role
      role="list"
      onKeyDown={moveFocus}
    >
      {children}
    </ul>
  );
}

/** Returns the buttons that open threads, without those in a closed archive. */
function visibleOpenButtons(nav: Element | null | undefined): HTMLElement[] {
  const all = nav?.querySelectorAll<HTMLElement>(".agk-thread-open") ?? [];
  return [...all].filter(isVisible);
}

const isVisible = (element: Element) => !element.closest("details:not([open])");

/** Moves the focus to another thread on an arrow key, Home or End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  // The browser uses these combinations.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof Element) || !target.matches(".agk-thread-open, .agk-thread-more")) return;
  const all = visibleOpenButtons(event.currentTarget.closest("nav"));
  const index = all.findIndex((button) => button.closest("li") === target.closest("li"));
  const targets = new Map([
    ["ArrowUp", Math.max(0, index - 1)],
    ["ArrowDown", Math.min(all.length - 1, index + 1)],
    ["Home", 0],
    ["End", all.length - 1],
  ]);
  const to = targets.get(key);
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

/** Moves the focus to a neighbor of a removed thread, or else to the button that creates one. */
function useFocusNext(threads: readonly ThreadSummary[]) {
  const list = useRef<HTMLElement>(null);
  const create = useRef<HTMLButtonElement>(null);
  const pendingFocus = useRef<{ readonly nextId: string | undefined }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks the focus after each change of the list
  useEffect(() => {
    const { current } = pendingFocus;
    pendingFocus.current = undefined;
    // The focus is elsewhere already.
    if (!current || !isFocusLost()) return;
    const next = visibleOpenButtons(list.current).find(
      (button) => threadIdOf(button) === current.nextId,
    );
    (next ?? create.current)?.focus();
  }, [threads]);

  return {
    list,
    create,
    focusNextAfter(id: string) {
      // By rows, because a row in confirmation mode has no button that opens the thread.
      const rows = list.current?.querySelectorAll(".agk-thread") ?? [];
      const ids = [...rows].filter(isVisible).map(threadIdOf);
      const index = ids.indexOf(id);
      pendingFocus.current = { nextId: ids[index + 1] ?? ids[index - 1] };
    },
  };
}

const threadIdOf = (button: Element) => button.closest("li")?.getAttribute("data-id") ?? undefined;

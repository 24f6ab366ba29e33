import { type ReactNode, useId, useState } from "react";
import {
  type ThreadSummary,
  type UseThreadsResult,
  useThreads,
} from "../../hooks/threads/useThreads.ts";
import { useClassName } from "../settings/settings.tsx";
import { Skeleton } from "../status/LoadFailed.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { useTooltip } from "../tooltip/useTooltip.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Icon } from "../ui/Icon.tsx";
import { NotDisplayed } from "../ui/PartBoundary.tsx";
import { groupByDate } from "./groupByDate.ts";
import { ThreadListItem } from "./ThreadListItem.tsx";
import { moveFocus, useFocusNext } from "./threadFocus.ts";

/** Number of threads from which a search field appears. */
const SEARCH_THRESHOLD = 6;

/** Props of {@link ThreadList}. */
export interface ThreadListProps {
  /** Called when the user has selected or created a thread, for example to close a drawer. */
  readonly onSelect?: ((threadId: string) => void) | undefined;
  /**
   * Shows a button that collapses the list to a strip with the buttons that open it and create a thread. Let the column
   * around the list take its width.
   *
   * @defaultValue false
   */
  readonly collapsible?: boolean | undefined;
  /** Class added to the element beside `agk-threads`. */
  readonly className?: string;
}

/**
 * Lists the threads of the nearest `ThreadsProvider`, latest first under today, yesterday and months. The user
 * switches, creates, renames, archives, deletes and searches them.
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
 * @selector `.agk-threads[data-collapsed]` The collapsed list.
 * @selector `.agk-thread[data-current]` The current thread.
 * @selector `.agk-thread[data-unread]` A thread with unread messages.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function ThreadList(props: ThreadListProps): ReactNode {
  const list = useThreads();
  const { label } = useStrings().threads;
  const className = useClassName("ThreadList", "agk-threads", props.className);
  const fallback = (
    <nav className={className} aria-label={label}>
      <NotDisplayed />
    </nav>
  );
  return (
    <ErrorBoundary fallback={fallback} resetKeys={[list.threads, list.currentId]}>
      <ThreadListContent {...props} className={className} list={list} />
    </ErrorBoundary>
  );
}

interface ThreadListContentProps extends ThreadListProps {
  readonly list: UseThreadsResult;
}

function ThreadListContent({
  list: { threads, isLoading, error, currentId, ...actions },
  onSelect,
  collapsible = false,
  className,
}: ThreadListContentProps): ReactNode {
  const allStrings = useStrings();
  const strings = allStrings.threads;
  const [query, setQuery] = useState("");
  const [tabStop, setTabStop] = useState<string>();
  const [announcement, setAnnouncement] = useState({ count: 0, text: "" });
  const [hasFailed, setFailed] = useState(false);
  const [wasCollapsed, setCollapsed] = useState(false);
  const isCollapsed = collapsible && wasCollapsed;
  const isSearching = query.trim() !== "";
  const matches = isSearching ? actions.search(query) : threads;
  // A search includes archived threads.
  const active = isSearching ? matches : matches.filter(({ isArchived }) => !isArchived);
  const archived = isSearching ? [] : matches.filter(({ isArchived }) => isArchived);
  const { list: nav, create, focusNextAfter } = useFocusNext(threads);
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
  const [createTrigger, createTooltip] = useTooltip(strings.create);
  return (
    <nav
      className={className}
      aria-label={strings.label}
      aria-busy={isLoading}
      data-collapsed={isCollapsed || undefined}
      ref={nav}
    >
      <div className="agk-threads-head">
        {collapsible && (
          <IconButton
            className="agk-quiet agk-threads-toggle"
            label={strings.label}
            aria-expanded={!isCollapsed}
            onClick={() => setCollapsed(!isCollapsed)}
          >
            <Icon name="panelStart" />
          </IconButton>
        )}
        <button
          type="button"
          className="agk-button agk-threads-create"
          aria-label={isCollapsed ? strings.create : undefined}
          {...createTrigger}
          ref={create}
          onClick={() => {
            const threadId = actions.create();
            onSelect?.(threadId);
          }}
        >
          <Icon name="newChat" />
          {!isCollapsed && <span className="agk-threads-label">{strings.create}</span>}
          {createTooltip}
        </button>
      </div>
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
      {isSearching
        ? active.length > 0 && <ThreadRows>{active.map(renderThread)}</ThreadRows>
        : groupByDate(active, strings.language).map(({ label, threads }) => (
            <ThreadRows key={label} label={label}>
              {threads.map(renderThread)}
            </ThreadRows>
          ))}
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

interface ThreadRowsProps {
  /** Visible name of the list. */
  readonly label?: string;
  readonly children: ReactNode;
}

function ThreadRows({ label, children }: ThreadRowsProps): ReactNode {
  const id = useId();
  return (
    <>
      {label && (
        <div className="agk-threads-date" id={id}>
          {label}
        </div>
      )}
      <ul
        className="agk-threads-list"
        // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers unless they have a role
        role="list"
        aria-labelledby={label && id}
        onKeyDown={moveFocus}
      >
        {children}
      </ul>
    </>
  );
}

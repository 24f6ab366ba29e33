import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { usePerThreadState } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { jumpTo } from "../transcript/autoscroll/scrollAnchor.ts";
import { activeElementIn, findNearestInChat, hasFocus } from "../ui/focus.ts";
import { Icon } from "../ui/Icon.tsx";
import { isInputMethodKey } from "../ui/keys.ts";
import { walkDirection } from "./findInPage.ts";
import { searchState } from "./useConversationSearch.ts";
import { useMatches } from "./useMatches.ts";

/** Props of {@link SearchBar}. */
export interface SearchBarProps {
  readonly onClose: () => void;
}

/** @internal Renders the field of a search, the position of the current match, and buttons. Renders a `<div>`. */
export function SearchBar({ onClose }: SearchBarProps): ReactNode {
  const { search } = useStrings();
  const thread = useThread();
  const { query } = usePerThreadState(searchState);
  const bar = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { isComplete, total, position, goToMatch } = useMatches(query, bar);
  useStableView(bar);
  useFieldFocus(bar, field);
  useWalkKeys(bar, goToMatch);

  const isSearching = query.trim() !== "";
  const isKnown = isSearching && isComplete && (total === 0 || position > 0);
  const count = !isKnown ? "" : total > 0 ? search.position(position, total) : search.none;
  // A reply that streams adds matches, which would be announced again and again.
  const [announced, setAnnounced] = useState({ query, position, text: count });
  if (isKnown && (announced.query !== query || announced.position !== position)) {
    setAnnounced({ query, position, text: count });
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 does not know the element `search`
    <div
      role="search"
      className="agk-search"
      aria-label={search.label}
      ref={bar}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isInputMethodKey(event.nativeEvent)) return;
        // The chat would stop the run, and a popup would close.
        event.preventDefault();
        onClose();
      }}
    >
      <Icon name="search" />
      <input
        className="agk-search-field"
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        aria-label={search.label}
        placeholder={search.label}
        value={query}
        onChange={({ target }) =>
          searchState.updateState(thread, (before) => ({ ...before, query: target.value }))
        }
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isInputMethodKey(event.nativeEvent)) return;
          event.preventDefault();
          goToMatch(event.shiftKey ? -1 : 1);
        }}
      />
      <span className="agk-search-count" dir="auto" aria-hidden="true">
        {count}
      </span>
      <span className="agk-sr-only" role="status">
        {announced.text}
      </span>
      <IconButton
        className="agk-quiet"
        label={search.previous}
        aria-disabled={total === 0 || undefined}
        onClick={() => goToMatch(-1)}
      >
        <Icon name="previousMatch" />
      </IconButton>
      <IconButton
        className="agk-quiet"
        label={search.next}
        aria-disabled={total === 0 || undefined}
        onClick={() => goToMatch(1)}
      >
        <Icon name="nextMatch" />
      </IconButton>
      <IconButton className="agk-quiet" label={search.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

type ElementRef<T> = { readonly current: T | null };

/** Moves the focus into the field on request, and back to where it was when the search closes. */
function useFieldFocus(bar: ElementRef<HTMLElement>, field: ElementRef<HTMLInputElement>): void {
  const thread = useThread();
  const { isFocusRequested } = usePerThreadState(searchState);
  const focusedBefore = useRef<Element | null>(null);
  useIsomorphicLayoutEffect(() => {
    // Absent when the search is shown again, after another conversation for instance: the focus is elsewhere then.
    if (!isFocusRequested) return;
    const { current: element } = bar;
    if (!hasFocus(element)) focusedBefore.current = activeElementIn(element);
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    searchState.updateState(thread, (before) => ({ ...before, isFocusRequested: false }));
  }, [isFocusRequested, thread, bar, field]);
  // The cleanup runs while the search is still in the document.
  useIsomorphicLayoutEffect(() => {
    const { current: element } = bar;
    const list = element && findNearestInChat(element, ".agk-message-list");
    return () => {
      if (!hasFocus(element)) return;
      const { current: before } = focusedBefore;
      const canReturn = before instanceof HTMLElement && before !== before.ownerDocument.body;
      if (canReturn && before.isConnected) before.focus({ preventScroll: true });
      if (hasFocus(element)) list?.focus({ preventScroll: true });
    };
  }, [bar]);
}

/** Keeps the visible messages in place while the row appears above them and disappears. */
function useStableView(bar: ElementRef<HTMLElement>): void {
  useIsomorphicLayoutEffect(() => {
    const { current: element } = bar;
    const list = element && findNearestInChat(element, ".agk-message-list");
    const height = element?.offsetHeight;
    // Nothing has a height without layout, as in a server or a test.
    if (!list || !height) return;
    // A list that follows its end needs no correction, but may have stopped following when the row disappears.
    const isFollowing = () => list.hasAttribute("data-following");
    if (!isFollowing()) jumpTo(list, list.scrollTop + height);
    return () => {
      // The row is in the document until the microtask.
      if (!isFollowing()) queueMicrotask(() => jumpTo(list, list.scrollTop - height));
    };
  }, [bar]);
}

/** Walks through the matches with F3, Ctrl+G and Cmd+G, wherever the focus is in the chat. */
function useWalkKeys(bar: ElementRef<HTMLElement>, walk: (direction: -1 | 1) => void): void {
  const latest = useLatest(walk);
  useEffect(() => {
    const chat =
      bar.current?.closest(".agk-popup, .agk-sidebar, .agk-chat") ?? bar.current?.parentElement;
    const handleKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || isInputMethodKey(event)) return;
      const direction = walkDirection(event);
      if (direction === 0) return;
      event.preventDefault();
      latest.current(direction);
    };
    chat?.addEventListener("keydown", handleKey);
    return () => chat?.removeEventListener("keydown", handleKey);
  }, [bar, latest]);
}

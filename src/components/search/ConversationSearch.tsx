import { type KeyboardEvent, type ReactNode, useEffect } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { useSettings } from "../settings/settings.tsx";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { hasFocus } from "../ui/focus.ts";
import { isInputMethodKey } from "../ui/keys.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { hasUnrenderedParts, isCommandKey } from "./findInPage.ts";
import type { SearchBarProps } from "./SearchBar.tsx";
import { isLongConversation, useConversationSearch } from "./useConversationSearch.ts";

/** True from the moment on from which the search opens at once. */
let isLoaded = false;

const LazySearchBar = lazyPart<SearchBarProps>(
  () =>
    import("./SearchBar.tsx").then(({ SearchBar }) => {
      isLoaded = true;
      return SearchBar;
    }),
  { Failed: LoadFailed },
);

/**
 * @internal Renders the search of a conversation as a row above the transcript while it is open, and nothing otherwise.
 * Loads its code when the browser is idle, once the conversation is long.
 */
export function ConversationSearch(): ReactNode {
  const { isOpen, close } = useConversationSearch();
  const isLong = useSnapshot(isLongConversation);
  useEffect(() => (isLong ? prefetchWhenIdle(LazySearchBar.preload) : undefined), [isLong]);
  return isOpen && <LazySearchBar onClose={close} />;
}

/**
 * @internal Returns a key handler for a chat, which opens the search of a long conversation with Ctrl+F or Cmd+F. When all
 * of the conversation is in the document, and for a second press in the field, the browser searches.
 */
export function useSearchKey(): (event: KeyboardEvent<HTMLElement>) => void {
  const { search } = useSettings();
  const thread = useThread();
  const { isOpen, open } = useConversationSearch();
  return (event) => {
    const { currentTarget: chat, nativeEvent } = event;
    if (!search || event.defaultPrevented || isInputMethodKey(nativeEvent)) return;
    if (event.shiftKey || !isCommandKey(nativeEvent, "f")) return;
    const isUseful = isLongConversation(thread.getSnapshot()) && hasUnrenderedParts(chat);
    if (isOpen ? hasFocus(chat.querySelector(".agk-search")) : !isUseful || !isLoaded) return;
    event.preventDefault();
    open();
  };
}

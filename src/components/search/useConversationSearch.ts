import { useThread } from "../../hooks/providers/useThread.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createPerThreadState, usePerThreadState } from "../state/perThreadState.ts";

/** Result of {@link useConversationSearch}. */
export interface UseConversationSearchResult {
  /** True from `open` to `close`. The chat shows the search meanwhile, unless it has `search={false}`. */
  readonly isOpen: boolean;
  /** Shows the search above the conversation, and moves the focus into its field. */
  readonly open: () => void;
  /** Hides the search. The conversation stays where it is. */
  readonly close: () => void;
}

/** Number of messages from which a conversation is long. */
const MIN_MESSAGES = 20;

/** @internal True for a conversation in which users search instead of looking through it. */
export function isLongConversation({ messages }: Snapshot): boolean {
  return messages.length >= MIN_MESSAGES;
}

interface SearchState {
  readonly isOpen: boolean;
  /** True from a request of the user on until the field has taken the focus. */
  readonly isFocusRequested: boolean;
  readonly query: string;
}

/** @internal State of the search of a thread. */
export const searchState = createPerThreadState<SearchState>({
  isOpen: false,
  isFocusRequested: false,
  query: "",
});

/**
 * Shows and hides the search in the conversation of the nearest thread.
 *
 * The search covers messages, reasoning, tool calls, questions and sub-agents, also where the chat does not render
 * them: the chat renders the part of the conversation that the user goes to. From 20 messages on, the header of a popup
 * or a sidebar has a button for the search. Ctrl+F and Cmd+F then open it while a part of the conversation is not in the
 * document.
 * `search={false}` of `Chat` removes it.
 *
 * @example A button in a layout of your own
 * ```tsx
 * const { isOpen, open, close } = useConversationSearch();
 * return <button onClick={isOpen ? close : open} aria-expanded={isOpen}>Search</button>;
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useConversationSearch(): UseConversationSearchResult {
  const thread = useThread();
  const { isOpen } = usePerThreadState(searchState);
  return {
    isOpen,
    open: () =>
      searchState.updateState(thread, ({ query }) => ({
        isOpen: true,
        isFocusRequested: true,
        query,
      })),
    close: () => searchState.updateState(thread, () => searchState.initial),
  };
}

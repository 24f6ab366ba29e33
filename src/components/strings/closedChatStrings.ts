/** Texts of the popup and the sidebar around a chat. */
interface SurfaceStrings {
  /** English: "Close chat". */
  readonly close: string;
  /** English: "New conversation". */
  readonly newChat: string;
  /** Button that shows the list of conversations. English: "History". */
  readonly history: string;
  /** Button that shows the search of a long conversation. English: "Search chat". */
  readonly search: string;
  /** English: "Expand chat". */
  readonly expand: string;
  /** Button that gives an expanded chat its size back. English: "Shrink chat". */
  readonly shrink: string;
  /** Accessible name of the edge that changes the width of a sidebar. English: "Resize chat". */
  readonly resize: string;
  /**
   * Badge of the launcher and of the button that scrolls to the end.
   *
   * @param count - Messages and interrupts the user has not seen; 1 or more.
   */
  readonly unread: (count: number) => string;
}

/** Texts of a popup or a sidebar whose chat is not loaded yet. */
export interface ClosedChatStrings {
  /** Accessible name of the chat. */
  readonly chat: string;
  /** English: "Try again". */
  readonly retry: string;
  /** English: "Reload". The button loads the page again. */
  readonly reload: string;
  /** A part of the chat could not be loaded. A retry button follows. */
  readonly loadFailed: string;
  /** A part of the chat could not be loaded, most likely because a deployment has removed it. A reload button follows. */
  readonly outdated: string;
  /** Popup and sidebar around a chat. */
  readonly surface: SurfaceStrings;
}

/**
 * English texts of {@link ClosedChatStrings}. They are in a file of their own because a page with a closed popup loads
 * only these. `strings.ts` adds the others, which take 5 kB (gzip) and are loaded with the chat.
 */
export const closedChatStrings: ClosedChatStrings = {
  chat: "Chat",
  retry: "Try again",
  reload: "Reload",
  loadFailed: "Couldn’t load this.",
  outdated: "This page was updated. Reload to continue.",
  surface: {
    close: "Close chat",
    newChat: "New conversation",
    history: "History",
    search: "Search chat",
    expand: "Expand chat",
    shrink: "Shrink chat",
    resize: "Resize chat",
    unread: (count) => (count === 1 ? "1 new message" : `${count} new messages`),
  },
};

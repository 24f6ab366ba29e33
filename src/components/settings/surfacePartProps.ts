import type { ReactNode } from "react";

/** Props of `ChatPopup` and `ChatSidebar` for the header. */
export interface SurfaceHeaderProps {
  /** Content before the title, such as a logo. @defaultValue none */
  readonly headerStart?: ReactNode;
  /** Content after the title, before the buttons. @defaultValue none */
  readonly headerEnd?: ReactNode;
}

/** Props of `ChatHeader`: the header of a popup or a sidebar. */
export interface ChatHeaderProps {
  /** Title of the chat. */
  readonly title: ReactNode;
  /** Id for the element with the title, which names the popup or the sidebar for assistive technology. */
  readonly titleId: string;
  /** Content before the title. */
  readonly start?: ReactNode;
  /** Content after the title. */
  readonly end?: ReactNode;
  /** Shows a new conversation. Undefined outside a `ThreadsProvider`, and in an empty conversation. */
  readonly onNewChat?: (() => void) | undefined;
  /** True while the list of conversations is shown. */
  readonly isHistoryOpen: boolean;
  /** Shows and hides the list of conversations. Undefined while there are no others. */
  readonly onHistoryToggle?: (() => void) | undefined;
  /** True while the search in the conversation is shown. @defaultValue false */
  readonly isSearchOpen?: boolean;
  /** Shows and hides the search. Undefined in a short conversation, and with `search={false}`. */
  readonly onSearchToggle?: (() => void) | undefined;
  /** True while a popup is expanded. */
  readonly isExpanded: boolean;
  /** Expands a popup and gives it its size back. Undefined in a sidebar, and on a small screen. */
  readonly onExpandToggle?: (() => void) | undefined;
  /** Closes the popup or the sidebar. */
  readonly onClose: () => void;
}

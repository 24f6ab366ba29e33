import type { ReactNode } from "react";
import { useClassName } from "../../settings/settings.tsx";
import type { ChatHeaderProps } from "../../settings/surfacePartProps.ts";
import { useClosedChatStrings } from "../../strings/useClosedChatStrings.ts";
import { IconButton } from "../../tooltip/IconButton.tsx";
import { ContentBoundary } from "../../ui/ContentBoundary.tsx";
import { type ClosedChatIconName, closedChatIconPaths } from "../../ui/closedChatIconPaths.ts";
import { NamedIcon } from "../../ui/NamedIcon.tsx";

/**
 * Renders the title of a popup or a sidebar, and its buttons. These start a new conversation, list the others, search in
 * a long conversation, expand the popup, and close it.
 *
 * A button without an effect is not rendered. Below a `ThreadsProvider`, a conversation with messages has "New conversation",
 * and several conversations have "History". Wrap it in a component of yours to extend it. Renders a `<div>`.
 *
 * @example Show the state of the support team
 * ```tsx
 * <ChatPopup components={{ ChatHeader: (props) => <ChatHeader {...props} end={<Presence />} /> }} />
 * ```
 * @selector `.agk-header` The header.
 * @see https://docs.ag-ui.com/introduction
 */
export function ChatHeader({
  title,
  titleId,
  start,
  end,
  onNewChat,
  isHistoryOpen,
  onHistoryToggle,
  isSearchOpen,
  onSearchToggle,
  isExpanded,
  onExpandToggle,
  onClose,
}: ChatHeaderProps): ReactNode {
  const { chat: chatName, surface: strings } = useClosedChatStrings();
  const button = (
    icon: ClosedChatIconName,
    label: string,
    onClick: (() => void) | undefined,
    isOpen?: boolean,
  ) =>
    onClick && (
      <IconButton className="agk-quiet" label={label} aria-expanded={isOpen} onClick={onClick}>
        <NamedIcon name={icon} path={closedChatIconPaths[icon]} />
      </IconButton>
    );
  return (
    <div className={useClassName("ChatHeader", "agk-header")}>
      {start && <ContentBoundary>{start}</ContentBoundary>}
      <h2 className="agk-title" id={titleId}>
        <ContentBoundary fallback={chatName}>{title}</ContentBoundary>
      </h2>
      {end && <ContentBoundary>{end}</ContentBoundary>}
      {button("newChat", strings.newChat, onNewChat)}
      {button("history", strings.history, onHistoryToggle, isHistoryOpen)}
      {button("search", strings.search, onSearchToggle, isSearchOpen)}
      {isExpanded
        ? button("shrink", strings.shrink, onExpandToggle)
        : button("expand", strings.expand, onExpandToggle)}
      {button("close", strings.close, onClose)}
    </div>
  );
}

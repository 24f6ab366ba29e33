import { type ReactNode, useEffect, useRef, useState } from "react";
import { IgnoreErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { isLongConversation, useConversationSearch } from "../search/useConversationSearch.ts";
import { useComponent, useSettings } from "../settings/settings.tsx";
import type { ChatHeaderProps, SurfaceHeaderProps } from "../settings/surfacePartProps.ts";
import { LoadFailed, Skeleton } from "../status/LoadFailed.tsx";
import { useClosedChatStrings } from "../strings/useClosedChatStrings.ts";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import type { ChatProps } from "./Chat.tsx";
import { ChatHeader } from "./header/ChatHeader.tsx";
import { useHistory } from "./header/useHistory.ts";
import type { SurfaceContentProps } from "./SurfaceContent.tsx";

const importContent = () => import("./SurfaceContent.tsx");

/** The chat, replaced by a message and a retry button when it cannot be loaded. */
const ContentPart = lazyPart<ContentPartProps>(
  () =>
    importContent().then(({ SurfaceContent }) => ({ isOpen, onShown, ...content }) => (
      <>
        <SurfaceContent {...content} />
        <OpenedEffect isOpen={isOpen} onShown={onShown} />
      </>
    )),
  { Loading: Skeleton, Failed: ChatLoadFailed },
);

/**
 * @internal Picks the attributes of a chat that also apply to its surface and launcher: theme, density,
 * language and direction.
 */
export function surfaceAttributes(chat: ChatProps) {
  const { density, dir, lang } = chat;
  // JSX accepts `data-*` attributes that are in no type.
  const { "data-density": dataDensity = density, "data-theme": theme } = chat as DataAttributes;
  return { "data-density": dataDensity, "data-theme": theme, dir, lang };
}

interface DataAttributes {
  readonly "data-density"?: ChatProps["density"];
  readonly "data-theme"?: string;
}

interface OpenedEffectProps {
  readonly isOpen: boolean;
  /** Called when the surface is open and the chat is mounted, or failed to load. */
  readonly onShown: () => void;
}

interface ContentPartProps extends OpenedEffectProps, SurfaceContentProps {}

interface LazyChatProps extends OpenedEffectProps, SurfaceHeaderProps {
  readonly chat: ChatProps;
  readonly onClose: () => void;
  readonly titleId: string;
  readonly title: ReactNode;
  /** True while a popup is expanded. @defaultValue false */
  readonly isExpanded?: boolean;
  readonly onExpandToggle?: ChatHeaderProps["onExpandToggle"];
}

/**
 * @internal Renders the content of a popup or sidebar: the header and the chat. Once opened, the chat stays mounted,
 * with its draft and scroll position.
 */
export function LazyChat(props: LazyChatProps): ReactNode {
  const { isOpen, chat, title, titleId, onClose, isExpanded = false, onExpandToggle } = props;
  const strings = useClosedChatStrings();
  const HeaderPart = useComponent("ChatHeader", ChatHeader);
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: props that change later load with their first use
  useEffect(
    () => (isNeeded ? undefined : prefetchWhenIdle(() => preloadContent(chat))),
    [isNeeded],
  );
  const content = useRef<HTMLDivElement>(null);
  const history = useHistory({ isSurfaceOpen: isOpen, isNeeded, content });
  const hasMessages = useSnapshot(({ messages }) => messages.length > 0);
  const search = useConversationSearch();
  const { search: canSearch } = useSettings();
  const isLong = useSnapshot(isLongConversation);
  const toggleSearch = () => {
    history.close();
    if (search.isOpen) search.close();
    else search.open();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever the focus is in the surface
    <div className="agk-surface" ref={content} dir={chat.dir} onKeyDown={history.handleKeyDown}>
      <HeaderPart
        title={title ?? strings.chat}
        titleId={titleId}
        start={props.headerStart}
        end={props.headerEnd}
        onNewChat={hasMessages ? history.createThread : undefined}
        isHistoryOpen={history.isOpen}
        onHistoryToggle={history.toggle}
        isSearchOpen={search.isOpen}
        onSearchToggle={isNeeded && isLong && (chat.search ?? canSearch) ? toggleSearch : undefined}
        isExpanded={isExpanded}
        onExpandToggle={onExpandToggle}
        onClose={onClose}
      />
      {isNeeded && (
        <div
          className="agk-surface-body"
          onPointerDown={({ target, currentTarget }) => {
            // The chat below the list is inert, so that a press on the chat is one on this element.
            if (target === currentTarget) history.close();
          }}
        >
          <IgnoreErrorDisplay.Provider value={!isOpen}>
            <ContentPart
              isOpen={isOpen}
              onShown={props.onShown}
              chat={chat}
              isHistoryOpen={history.isOpen}
              onThreadSelect={history.focusChat}
            />
          </IgnoreErrorDisplay.Provider>
        </div>
      )}
    </div>
  );
}

/** Loads a chat that is still closed, with the lazy features that it may need. */
function preloadContent(chat: ChatProps): void {
  ContentPart.preload();
  importContent().then(
    (module) => module.preloadChatFeatures(chat),
    // `ContentPart` tries again when the chat opens, and reports the failure.
    () => {},
  );
}

/** Mounts in the same commit as the chat, so that the composer exists when `onShown` is called. */
function OpenedEffect({ isOpen, onShown }: OpenedEffectProps): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening calls the callback of that render
  useEffect(() => {
    if (isOpen) onShown();
  }, [isOpen]);
  return null;
}

/** @internal Shows that a chat could not be loaded, instead of the chat, with a button that tries again. */
export function ChatLoadFailed({
  onRetry,
  isRetried,
  chat,
  isOpen,
  onShown,
}: Pick<ContentPartProps, "chat" | "isOpen" | "onShown"> & Retry): ReactNode {
  return (
    <div className="agk-surface-failed" dir={chat.dir}>
      <LoadFailed onRetry={onRetry} isRetried={isRetried} />
      <OpenedEffect isOpen={isOpen} onShown={onShown} />
    </div>
  );
}

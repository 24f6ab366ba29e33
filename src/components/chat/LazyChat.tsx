import { type ReactNode, useEffect, useState } from "react";
import { IgnoreErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { LoadFailed, Skeleton } from "../status/LoadFailed.tsx";
import { useClosedChatStrings } from "../strings/useClosedChatStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import type { ChatProps } from "./Chat.tsx";

const importChat = () => import("./Chat.tsx");

/** The chat, replaced by a message and a retry button when it cannot be loaded. */
const ChatPart = lazyPart<ChatPartProps>(
  () =>
    importChat().then(({ Chat }) => ({ chat, ...shown }) => (
      <>
        <Chat {...chat} />
        <OpenedEffect {...shown} />
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

interface ChatPartProps extends OpenedEffectProps {
  readonly chat: ChatProps;
}

interface LazyChatProps extends ChatPartProps {
  readonly onClose: () => void;
  readonly titleId: string;
  readonly title: ReactNode;
}

/**
 * @internal Renders the content of a popup or sidebar: a title, a close button and the chat. Once opened, the
 * chat stays mounted, with its draft and scroll position.
 */
export function LazyChat(props: LazyChatProps): ReactNode {
  const { isOpen, onClose, titleId, title, chat } = props;
  const strings = useClosedChatStrings();
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: props that change later load with their first use
  useEffect(() => (isNeeded ? undefined : prefetchWhenIdle(() => preloadChat(chat))), [isNeeded]);
  return (
    <>
      <h2 className="agk-title" id={titleId} dir={chat.dir}>
        {title ?? strings.chat}
      </h2>
      <button
        type="button"
        className="agk-surface-close agk-quiet"
        dir={chat.dir}
        aria-label={strings.surface.close}
        title={strings.surface.close}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
      {isNeeded && (
        <IgnoreErrorDisplay.Provider value={!isOpen}>
          <ChatPart isOpen={isOpen} onShown={props.onShown} chat={chat} />
        </IgnoreErrorDisplay.Provider>
      )}
    </>
  );
}

/** Loads a chat that is still closed, with the lazy features that it may need. */
function preloadChat(chat: ChatProps): void {
  ChatPart.preload();
  importChat().then(
    (module) => module.preloadChatFeatures(chat),
    // `ChatPart` tries again when the chat opens, and reports the failure.
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
  ...shown
}: ChatPartProps & Retry): ReactNode {
  return (
    <div className="agk-surface-failed" dir={chat.dir}>
      <LoadFailed onRetry={onRetry} isRetried={isRetried} />
      <OpenedEffect {...shown} />
    </div>
  );
}

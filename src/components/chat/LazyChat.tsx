import { type ReactNode, useEffect, useState } from "react";
import { IgnoreErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useSettings } from "../settings/settings.tsx";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { type SurfaceStrings, surfaceStrings } from "../strings/surfaceStrings.ts";
import { Skeleton } from "../transcript/Skeleton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import type { ChatProps } from "./Chat.tsx";

const loadChat = () => import("./Chat.tsx");

/** @internal Loads the chat before it is asked for. */
export function preloadChat(): void {
  loadChat().catch(() => {});
}

/** One that cannot be loaded becomes a sentence and a way on, not a broken page. */
const ChatPart = lazyPart<ChatPartProps>(
  () =>
    loadChat().then(({ Chat }) => ({ chat, ...shown }) => (
      <>
        <Chat {...chat} />
        <OpenedEffect {...shown} />
      </>
    )),
  { Loading: Skeleton, Failed: ChatLoadFailed },
);

/** @internal The words of a surface, which is there before the rest of the late ones. */
export function useSurfaceStrings(): SurfaceStrings {
  return { ...surfaceStrings, ...useSettings().strings.surface };
}

/**
 * @internal What of a chat's attributes counts for all of its surface, and what opens that: how it looks, and in which
 * language and direction it is read.
 */
export function surfaceAttributes(chat: ChatProps) {
  const { density, dir, lang } = chat;
  // JSX lets attributes through that no type has.
  const { "data-density": dataDensity = density, "data-theme": theme } = chat as DataAttributes;
  return { "data-density": dataDensity, "data-theme": theme, dir, lang };
}

interface DataAttributes {
  readonly "data-density"?: ChatProps["density"];
  readonly "data-theme"?: string;
}

interface OpenedEffectProps {
  readonly isOpen: boolean;
  /** Called whenever it is open and the chat is there. */
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
 * @internal What is in a popup and in a sidebar: a title, a button that closes it, and the chat. The chat is there
 * from when it is first opened, and stays, with all that is written and scrolled in it.
 */
export function LazyChat(props: LazyChatProps): ReactNode {
  const { isOpen, onClose, titleId, title, chat } = props;
  const { strings } = useSettings();
  const { close } = useSurfaceStrings();
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  return (
    <>
      <h2 className="agk-title" id={titleId} dir={chat.dir}>
        {title ?? strings.chat}
      </h2>
      <button
        type="button"
        className="agk-surface-close agk-quiet"
        dir={chat.dir}
        aria-label={close}
        title={close}
        onClick={onClose}
      >
        <Icon name="cross" />
      </button>
      {isNeeded && (
        <IgnoreErrorDisplay.Provider value={!isOpen}>
          <ChatPart isOpen={isOpen} onShown={props.onShown} chat={chat} />
        </IgnoreErrorDisplay.Provider>
      )}
    </>
  );
}

/** Beside the chat, so that both come at once. */
function OpenedEffect({ isOpen, onShown }: OpenedEffectProps): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens, whoever is told by then
  useEffect(() => {
    if (isOpen) onShown();
  }, [isOpen]);
  return null;
}

function ChatLoadFailed({ onRetry, chat, ...shown }: ChatPartProps & Retry): ReactNode {
  return (
    <div className="agk-surface-failed" dir={chat.dir}>
      <LoadFailed onRetry={onRetry} />
      <OpenedEffect {...shown} />
    </div>
  );
}

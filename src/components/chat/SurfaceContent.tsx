import { type ReactNode, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { preloadAttachments } from "../composer/attachments/Attachments.tsx";
import { preloadCompletions } from "../composer/completions/Completions.tsx";
import { preloadDictation } from "../composer/dictation/Dictation.tsx";
import { ThreadList } from "../threadList/ThreadList.tsx";
import { prefetchTranscript } from "../transcript/MessageList.tsx";
import { Chat, type ChatProps } from "./Chat.tsx";

/** @internal Props of {@link SurfaceContent}. */
export interface SurfaceContentProps {
  readonly chat: ChatProps;
  /** True while the list of conversations lies over the chat. */
  readonly isHistoryOpen: boolean;
  /** Called when the user has chosen or created a conversation. */
  readonly onThreadSelect: () => void;
}

/** @internal Renders the chat of a popup or a sidebar, and the list of conversations over the chat. */
export function SurfaceContent(props: SurfaceContentProps): ReactNode {
  const { chat, isHistoryOpen, onThreadSelect } = props;
  return (
    <>
      <Chat {...chat} />
      {isHistoryOpen && <History onSelect={onThreadSelect} />}
    </>
  );
}

/** Focuses the shown conversation. Makes the chat below inert, because a narrow list covers all of it. */
function History({ onSelect }: { readonly onSelect: () => void }): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useIsomorphicLayoutEffect(() => {
    const { current: element } = panel;
    const chat = element?.parentElement?.querySelector<HTMLElement>(".agk-chat");
    if (!element || !chat) return;
    chat.inert = true;
    const shown = element.querySelector<HTMLElement>('.agk-thread-open[tabindex="0"]');
    (shown ?? element.querySelector("button"))?.focus({ preventScroll: true });
    return () => {
      chat.inert = false;
    };
  }, []);
  return (
    <div className="agk-history" ref={panel}>
      <ThreadList onSelect={onSelect} />
    </div>
  );
}

/**
 * @internal Loads the lazy features of a chat that is not rendered yet. The user can use them as soon as the chat
 * opens.
 */
export function preloadChatFeatures({
  attachments,
  completions,
  dictation,
  ...chat
}: ChatProps): void {
  prefetchTranscript(chat);
  if (attachments) preloadAttachments();
  if (completions) preloadCompletions();
  if (dictation) preloadDictation();
}

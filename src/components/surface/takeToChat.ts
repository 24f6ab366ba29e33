import type { RefObject } from "react";
import type { useThread } from "../../hooks/useThread.ts";
import { broughtBy } from "../attachments/brought.ts";
import { drafts } from "../composerDraft.ts";
import { type Drag, takers } from "../fileDrag.ts";
import { preloadChat } from "./SurfaceChat.tsx";

interface Goal {
  /** What the button opens. */
  readonly surface: RefObject<HTMLElement | null>;
  /** What the application says of files. */
  readonly attachments: boolean | undefined;
  /** Whose next message files are for. */
  readonly thread: ReturnType<typeof useThread>;
}

/**
 * @internal Takes files that are held over what opens a chat, and dropped there, into the chat. What takes them may
 * not be loaded yet, nor the agent asked: what is dropped until then waits with what is written for the thread.
 *
 * @returns Whether they have been dropped, and it is for the chat to go on.
 */
export function takeToChat(drag: Drag, { surface, thread, attachments }: Goal): boolean {
  const { type, currentTarget, relatedTarget, dataTransfer } = drag;
  const [button, chat] = [currentTarget, surface.current];
  if (!chat || !dataTransfer || !(button instanceof Node)) return false;
  // From one part of the button to another, they are still over it.
  if (type === "dragleave" && relatedTarget instanceof Node && button.contains(relatedTarget))
    return false;
  const take = takers.get(chat);
  if (take) take(drag);
  else {
    // A chat that is there takes nothing, and one of which so little is known never will.
    const isKnown = chat.querySelector(".agk-chat") !== null;
    if (isKnown || !(attachments ?? thread.agent.getCapabilities)) return false;
    preloadChat();
    dataTransfer.dropEffect = "copy";
    if (type === "drop")
      drafts.update(thread, (before) => ({ ...before, brought: broughtBy(dataTransfer) }));
  }
  return type === "drop";
}

import { type RefObject, useCallback, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { Message } from "../../../protocol/events.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { isWaitingForUser } from "../../../selectors/runPredicates.ts";
import { createPerThreadState } from "../../state/perThreadState.ts";
import { currentReadMarker, type ReadMarker } from "../unreadSince.ts";
import { type Autoscroll, createAutoscroll } from "./autoscroll.ts";
import type { ScrollAnchor } from "./scrollAnchor.ts";

/** Content that keeps its position while a reply streams: the end of the conversation, or the message that was sent. */
export type Anchor = "end" | "sent-message";

/** Refs and state that {@link useAutoscroll} returns. */
interface UseAutoscrollResult {
  /** Ref of the scroll container. Its first child is the content, its second the spacer. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  /** Messages that the user had seen when the end left the view; absent while the end is in view. */
  readonly readMarker: ReadMarker | undefined;
  /** Scrolls to the end and moves the focus into the transcript. */
  readonly scrollToEnd: () => void;
}

/** @internal Scroll positions by thread; absent at the end. */
export const savedScrollPositions = createPerThreadState<
  { readonly anchorRow: ScrollAnchor; readonly readMarker: ReadMarker } | undefined
>(undefined);

/** @internal Keeps the end of the transcript in view while the user is there. */
export function useAutoscroll(anchor: Anchor = "end"): UseAutoscrollResult {
  const thread = useThread();
  const [readMarker, setReadMarker] = useState<ReadMarker>();
  const viewport = useRef<HTMLDivElement>(null);
  const current = useRef<Autoscroll | undefined>(undefined);

  // In a layout effect, because after a paint the messages of the new thread would be measured as those of
  // the old.
  useIsomorphicLayoutEffect(() => {
    const { store } = thread;
    if (!viewport.current) return;
    const saved = savedScrollPositions.readState(thread);
    let currentMarker = saved?.readMarker;
    setReadMarker(currentMarker);
    const autoscroll = createAutoscroll(viewport.current, {
      anchor: saved?.anchorRow,
      onAway(isAway) {
        currentMarker = isAway ? (currentMarker ?? currentReadMarker(store.getState())) : undefined;
        setReadMarker(currentMarker);
      },
      onAnchorChange(anchorRow) {
        const readMarker = currentMarker ?? currentReadMarker(store.getState());
        savedScrollPositions.updateState(thread, () => anchorRow && { anchorRow, readMarker });
      },
    });
    current.current = autoscroll;
    if (isWaitingForUser(store.getState())) autoscroll.handleCardOpened();
    const unlisten = thread.subscribe({
      // A user who sends follows the reply. A queued message is sent while the user may read something else.
      onSend({ message, wasQueued }) {
        if (wasQueued && !autoscroll.isNearEnd()) return;
        if (anchor !== "sent-message") return autoscroll.scrollToEnd();
        const idsBefore = new Set(store.getState().messages.map(({ id }) => id));
        autoscroll.scrollToMessage(() => findSentId(store.getState(), message, idsBefore));
      },
    });
    const unsubscribe = store.subscribe((now, before) => {
      const isWaiting = isWaitingForUser(now);
      if (isWaiting !== isWaitingForUser(before)) {
        if (isWaiting) autoscroll.handleCardOpened();
        else autoscroll.handleCardAnswered();
      }
      // New messages do not scroll the list while a card waits for the user.
      if (now.messages !== before.messages && !isWaiting) autoscroll.handleContentAdded();
    });
    return () => {
      unlisten();
      unsubscribe();
      autoscroll.dispose();
    };
  }, [thread, anchor]);

  useIsomorphicLayoutEffect(() => current.current?.handleListRender());

  const scrollToEnd = useCallback(() => {
    current.current?.scrollToEnd();
    // The pressed button unmounts, and the document would then have the focus.
    viewport.current?.focus({ preventScroll: true });
  }, []);

  return { viewport, readMarker, scrollToEnd };
}

/** Returns the id of a sent message, which the server may have replaced; `undefined` when the message is gone. */
function findSentId(
  { messages }: Snapshot,
  sent: Message,
  idsBefore: ReadonlySet<string>,
): string | undefined {
  if (messages.some(({ id }) => id === sent.id)) return sent.id;
  const sentContent = JSON.stringify(sent.content);
  return messages.findLast(
    ({ id, role, content }) =>
      role === "user" && !idsBefore.has(id) && JSON.stringify(content) === sentContent,
  )?.id;
}

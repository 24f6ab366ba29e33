import { type RefObject, useCallback, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { Message } from "../../../protocol/events.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { isWaitingForUser } from "../../../selectors/waitingForUser.ts";
import { createPerThreadState } from "../../state/perThreadState.ts";
import { currentReadMarker, type ReadMarker } from "../unreadSince.ts";
import { type Autoscroll, createAutoscroll } from "./autoscroll.ts";
import type { ScrollAnchor } from "./scrollAnchor.ts";

/** What stays in its place while an answer is written. */
export type Anchor = "end" | "question";

/** @internal */
export interface UseAutoscrollResult {
  /** Ref of the scroll container; its first child is the content, its second room below that. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  /** While the end is out of view, what the person had seen when it went. */
  readonly readMarker: ReadMarker | undefined;
  /** Goes to the end, and moves the focus into the transcript. */
  readonly scrollToEnd: () => void;
}

/** @internal Where each thread was left; at the end where nothing is said. */
export const savedScrollPositions = createPerThreadState<
  { readonly anchorRow: ScrollAnchor; readonly readMarker: ReadMarker } | undefined
>(undefined);

/** @internal Keeps the end of the transcript in view while the person is there. */
export function useAutoscroll(anchor: Anchor = "end"): UseAutoscrollResult {
  const thread = useThread();
  const [readMarker, setReadMarker] = useState<ReadMarker>();
  const viewport = useRef<HTMLDivElement>(null);
  const current = useRef<Autoscroll | undefined>(undefined);

  // As long as it takes to draw it, the messages of one thread would be taken for those of the other.
  useIsomorphicLayoutEffect(() => {
    const { store } = thread;
    if (!viewport.current) return;
    const saved = savedScrollPositions.read(thread);
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
        savedScrollPositions.update(thread, () => anchorRow && { anchorRow, readMarker });
      },
    });
    current.current = autoscroll;
    if (isWaitingForUser(store.getState())) autoscroll.handleQuestionAsked();
    const unlisten = thread.subscribe({
      // Whoever sends wants to see what becomes of it; what has waited goes out while they may read.
      onSend({ message, wasQueued }) {
        if (wasQueued && !autoscroll.isNearEnd()) return;
        if (anchor !== "question") return autoscroll.scrollToEnd();
        const currentMarker = new Set(store.getState().messages.map(({ id }) => id));
        autoscroll.scrollToMessage(() => findSentId(store.getState(), message, currentMarker));
      },
    });
    const unsubscribe = store.subscribe((now, before) => {
      const isNowAsking = isWaitingForUser(now);
      if (isNowAsking !== isWaitingForUser(before)) {
        if (isNowAsking) autoscroll.handleQuestionAsked();
        else autoscroll.handleQuestionAnswered();
      }
      // Who is asked something reads that, whatever comes in beside it.
      if (now.messages !== before.messages && !isNowAsking) autoscroll.handleContentAdded();
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
    // The button that was pressed is about to go; without this the page would lose its place.
    viewport.current?.focus({ preventScroll: true });
  }, []);

  return { viewport, readMarker, scrollToEnd };
}

/**
 * The id of what was sent: a server may have given it one of its own, which was not known then, and it may be gone.
 */
function findSentId(
  { messages }: Snapshot,
  sent: Message,
  currentMarker: ReadonlySet<string>,
): string | undefined {
  if (messages.some(({ id }) => id === sent.id)) return sent.id;
  const sentContent = JSON.stringify(sent.content);
  return messages.findLast(
    ({ id, role, content }) =>
      role === "user" && !currentMarker.has(id) && JSON.stringify(content) === sentContent,
  )?.id;
}

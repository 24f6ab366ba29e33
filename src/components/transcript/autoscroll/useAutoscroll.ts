import { type RefObject, useCallback, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { Message } from "../../../protocol/events.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { isAsking } from "../../composer/isWaitingForPerson.ts";
import { createThreadState } from "../../state/perThreadState.ts";
import { type ReadMarker, seenNow } from "../unreadSince.ts";
import { type Autoscroll, createAutoscroll } from "./autoscroll.ts";
import type { ScrollAnchor } from "./scrollAnchor.ts";

/** What stays in its place while an answer is written. */
export type Anchor = "end" | "question";

/** @internal */
export interface UseStickToEndResult {
  /** Ref of the scroll container; its first child is the content, its second room below that. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  /** While the end is out of view, what the person had seen when it went. */
  readonly seen: ReadMarker | undefined;
  /** Goes to the end, and moves the focus into the transcript. */
  readonly toEnd: () => void;
}

/** @internal Where each thread was left; at the end where nothing is said. */
export const savedScrollPositions = createThreadState<
  { readonly place: ScrollAnchor; readonly seen: ReadMarker } | undefined
>(undefined);

/** @internal Keeps the end of the transcript in view while the person is there. */
export function useStickToEnd(anchor: Anchor = "end"): UseStickToEndResult {
  const thread = useThread();
  const [seen, setSeen] = useState<ReadMarker>();
  const viewport = useRef<HTMLDivElement>(null);
  const attached = useRef<Autoscroll | undefined>(undefined);

  // As long as it takes to draw it, the messages of one thread would be taken for those of the other.
  useIsomorphicLayoutEffect(() => {
    const { store } = thread;
    if (!viewport.current) return;
    const left = savedScrollPositions.read(thread);
    let known = left?.seen;
    setSeen(known);
    const sticker = createAutoscroll(viewport.current, {
      place: left?.place,
      onAway(isAway) {
        known = isAway ? (known ?? seenNow(store.getState())) : undefined;
        setSeen(known);
      },
      onPlace(place) {
        const seen = known ?? seenNow(store.getState());
        savedScrollPositions.update(thread, () => place && { place, seen });
      },
    });
    attached.current = sticker;
    if (isAsking(store.getState())) sticker.questionAsked();
    const unlisten = thread.subscribe({
      // Whoever sends wants to see what becomes of it; what has waited goes out while they may read.
      onSend({ message, wasQueued }) {
        if (wasQueued && !sticker.isNearEnd()) return;
        if (anchor !== "question") return sticker.toEnd();
        const known = new Set(store.getState().messages.map(({ id }) => id));
        sticker.toMessage(() => idNow(store.getState(), message, known));
      },
    });
    const unsubscribe = store.subscribe((now, before) => {
      const isNowAsking = isAsking(now);
      if (isNowAsking !== isAsking(before)) {
        if (isNowAsking) sticker.questionAsked();
        else sticker.questionAnswered();
      }
      // Who is asked something reads that, whatever comes in beside it.
      if (now.messages !== before.messages && !isNowAsking) sticker.contentAdded();
    });
    return () => {
      unlisten();
      unsubscribe();
      sticker.dispose();
    };
  }, [thread, anchor]);

  useIsomorphicLayoutEffect(() => attached.current?.listDrawn());

  const toEnd = useCallback(() => {
    attached.current?.toEnd();
    // The button that was pressed is about to go; without this the page would lose its place.
    viewport.current?.focus({ preventScroll: true });
  }, []);

  return { viewport, seen, toEnd };
}

/**
 * The id of what was sent: a server may have given it one of its own, which was not known then, and it may be gone.
 */
function idNow(
  { messages }: Snapshot,
  sent: Message,
  known: ReadonlySet<string>,
): string | undefined {
  if (messages.some(({ id }) => id === sent.id)) return sent.id;
  const said = JSON.stringify(sent.content);
  return messages.findLast(
    ({ id, role, content }) =>
      role === "user" && !known.has(id) && JSON.stringify(content) === said,
  )?.id;
}

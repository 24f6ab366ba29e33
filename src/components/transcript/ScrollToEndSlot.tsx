import { type ReactNode, type RefObject, useCallback, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { useComponent } from "../settings/settings.tsx";
import { createRowFinder, offsetOf, renderedRows } from "./autoscroll/scrollAnchor.ts";
import { ScrollToEnd } from "./ScrollToEnd.tsx";
import { interruptsSince, type ReadMarker, unreadReplies } from "./unreadSince.ts";

interface ScrollToEndSlotProps {
  readonly viewport: RefObject<HTMLElement | null>;
  /** Messages that the user had seen when the end left the view. */
  readonly readMarker: ReadMarker;
  readonly onClick: () => void;
}

/** @internal Renders the button to the end, and counts the unread messages below the view. */
export function ScrollToEndSlot({
  viewport,
  readMarker: initialMarker,
  onClick,
}: ScrollToEndSlotProps): ReactNode {
  const { store } = useThread();
  const [readMarker, setReadMarker] = useState(initialMarker);
  const [previousMarker, setPreviousMarker] = useState(initialMarker);
  if (previousMarker !== initialMarker) {
    setPreviousMarker(initialMarker);
    setReadMarker(initialMarker);
  }
  const count = useCallback(
    (snapshot: Snapshot) =>
      unreadReplies(snapshot, readMarker).length + interruptsSince(snapshot, readMarker),
    [readMarker],
  );
  const ScrollToEndPart = useComponent("ScrollToEnd", ScrollToEnd);

  useEffect(() => {
    const view = viewport.current;
    const findRow = view && createRowFinder(view);
    const handleScroll = () => {
      if (!findRow) return;
      const replies = unreadReplies(store.getState(), readMarker);
      // The newest reply may not be rendered. Then one query finds all rows, instead of one for each reply.
      const isNewestRendered = replies[0] === undefined || findRow(replies[0]) !== null;
      const rows = isNewestRendered ? undefined : renderedRows(view);
      const startsAboveFold = (id: string) => {
        const row = rows ? rows.get(id) : findRow(id);
        return row ? offsetOf(view, row) < view.clientHeight : false;
      };
      const id = replies.find(startsAboveFold);
      if (id !== undefined) setReadMarker({ ...readMarker, id });
    };
    view?.addEventListener("scroll", handleScroll, { passive: true });
    return () => view?.removeEventListener("scroll", handleScroll);
  }, [store, viewport, readMarker]);

  return <ScrollToEndPart onClick={onClick} newMessages={useSnapshot(count)} />;
}

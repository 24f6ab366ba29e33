import { type ReactNode, type RefObject, useCallback, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { usePart } from "../settings/settings.tsx";
import { renderedRows } from "./autoscroll/rowsIn.ts";
import { createRowFinder, offsetOf } from "./autoscroll/scrollAnchor.ts";
import { ScrollToEnd } from "./ScrollToEnd.tsx";
import { questionsSince, type ReadMarker, unreadAnswers } from "./unreadSince.ts";

interface EndPlaceProps {
  readonly viewport: RefObject<HTMLElement | null>;
  /** What the person had seen when they left the end. */
  readonly seen: ReadMarker;
  readonly onClick: () => void;
}

/** @internal What leads back to the end, and counts what has come below what one sees. */
export function ScrollToEndSlot({ viewport, seen: atFirst, onClick }: EndPlaceProps): ReactNode {
  const { store } = useThread();
  const [seen, setSeen] = useState(atFirst);
  const [from, setFrom] = useState(atFirst);
  if (from !== atFirst) {
    setFrom(atFirst);
    setSeen(atFirst);
  }
  const count = useCallback(
    (snapshot: Snapshot) => unreadAnswers(snapshot, seen).length + questionsSince(snapshot, seen),
    [seen],
  );
  const Part = usePart("ScrollToEnd", ScrollToEnd);

  useEffect(() => {
    const view = viewport.current;
    const findRow = view && createRowFinder(view);
    const handleScroll = () => {
      if (!findRow) return;
      const answers = unreadAnswers(store.getState(), seen);
      // Of a long conversation the last may not be drawn: then all are looked for at once, and not each by itself.
      const isAllDrawn = answers[0] === undefined || findRow(answers[0]) !== null;
      const rows = isAllDrawn ? undefined : renderedRows(view);
      const begins = (id: string) => {
        const row = rows ? rows.get(id) : findRow(id);
        return row ? offsetOf(view, row) < view.clientHeight : false;
      };
      const id = answers.find(begins);
      if (id !== undefined) setSeen({ ...seen, id });
    };
    view?.addEventListener("scroll", handleScroll, { passive: true });
    return () => view?.removeEventListener("scroll", handleScroll);
  }, [store, viewport, seen]);

  return <Part onClick={onClick} newMessages={useSnapshot(count)} />;
}

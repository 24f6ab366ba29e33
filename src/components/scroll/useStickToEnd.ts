import { useCallback, useEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/useThread.ts";
import { type EndSticker, stickToEnd } from "./stickToEnd.ts";

/** @internal */
export interface UseStickToEndResult {
  /** Ref of the scroll container; its first child is the content. */
  readonly viewportRef: (viewport: HTMLElement | null) => void;
  /** Whether the end is out of view. */
  readonly isAway: boolean;
  /** Goes to the end, and moves the focus into the transcript. */
  readonly toEnd: () => void;
}

/** @internal Keeps the end of the transcript in view while the person is there. */
export function useStickToEnd(): UseStickToEndResult {
  const { store } = useThread();
  const [isAway, setIsAway] = useState(false);
  const sticker = useRef<EndSticker | undefined>(undefined);
  const element = useRef<HTMLElement | null>(null);

  // A ref callback instead of a layout effect, which React 18 would complain about on a server.
  const viewportRef = useCallback((viewport: HTMLElement | null) => {
    sticker.current?.dispose();
    element.current = viewport;
    const content = viewport?.firstElementChild;
    sticker.current =
      content instanceof HTMLElement && viewport
        ? stickToEnd(viewport, content, setIsAway)
        : undefined;
  }, []);

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.messages === before.messages) return;
        sticker.current?.contentAdded();
        const last = now.messages.at(-1);
        // Whoever sends wants to see what becomes of it.
        if (last?.role === "user" && last.id !== before.messages.at(-1)?.id)
          sticker.current?.toEnd();
      }),
    [store],
  );

  const toEnd = useCallback(() => {
    sticker.current?.toEnd();
    // The button that was pressed is about to go; without this the page would lose its place.
    element.current?.focus({ preventScroll: true });
  }, []);
  return { viewportRef, isAway, toEnd };
}

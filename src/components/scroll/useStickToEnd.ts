import { useCallback, useEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/useThread.ts";
import { isAsking } from "../isAsking.ts";
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

interface Attached extends EndSticker {
  readonly viewport: HTMLElement;
}

/** @internal Keeps the end of the transcript in view while the person is there. */
export function useStickToEnd(): UseStickToEndResult {
  const { store } = useThread();
  const [isAway, setIsAway] = useState(false);
  const attached = useRef<Attached | undefined>(undefined);

  // A ref callback instead of a layout effect, which React 18 would complain about on a server.
  const viewportRef = useCallback((viewport: HTMLElement | null) => {
    attached.current?.dispose();
    attached.current = viewport ? attach(viewport, setIsAway) : undefined;
  }, []);

  useEffect(() => {
    // Another thread begins at its end, wherever one was in the one before.
    attached.current?.toEnd();
    if (isAsking(store.getState())) attached.current?.questionAsked();
    return store.subscribe((now, before) => {
      if (isAsking(now) && !isAsking(before)) attached.current?.questionAsked();
      if (now.messages === before.messages) return;
      // Who is asked something reads that, whatever comes in beside it.
      if (!isAsking(now)) attached.current?.contentAdded();
      const last = now.messages.at(-1);
      // Whoever sends wants to see what becomes of it.
      const isSent = last?.role === "user" && last.id !== before.messages.at(-1)?.id;
      if (isSent) attached.current?.toEnd();
    });
  }, [store]);

  const toEnd = useCallback(() => {
    attached.current?.toEnd();
    // The button that was pressed is about to go; without this the page would lose its place.
    attached.current?.viewport.focus({ preventScroll: true });
  }, []);

  return { viewportRef, isAway, toEnd };
}

function attach(viewport: HTMLElement, onAway: (isAway: boolean) => void): Attached | undefined {
  const content = viewport.firstElementChild;
  if (!(content instanceof HTMLElement)) return undefined;
  return { ...stickToEnd(viewport, content, onAway), viewport };
}

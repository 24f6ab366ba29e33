import type { useThread } from "../hooks/useThread.ts";

type Store = ReturnType<typeof useThread>["store"];

/** What says aloud what becomes of a thread: a page may show it in several places. */
const voices = new WeakMap<Store, Set<HTMLElement>>();

/** @internal Has an element be one of those that speak for a thread; returns what ends that. */
export function addVoice(store: Store, voice: HTMLElement): () => void {
  const all = voices.get(store) ?? new Set();
  voices.set(store, all);
  all.add(voice);
  return () => {
    all.delete(voice);
  };
}

/** @internal The one that speaks, so that nothing is heard twice: the last one that can be heard. */
export function voiceOf(store: Store): HTMLElement | undefined {
  return [...(voices.get(store) ?? [])].findLast(isHeard);
}

/** @internal Whether a screen reader can hear an element: it is neither hidden, nor behind a dialog that keeps the focus. */
export function isHeard(element: Element): boolean {
  const modal = [...document.querySelectorAll(":modal")].at(-1);
  const isInFront = !modal || modal.contains(element);
  return (
    isInFront && element.isConnected && !element.closest("dialog:not([open]), [hidden], [inert]")
  );
}

type EventTargetLike = Partial<Pick<typeof globalThis, "addEventListener" | "removeEventListener">>;

interface PageLifecycleListeners {
  /** Called when the page is hidden for good, or enters the back/forward cache. */
  readonly onHide?: () => void;
  /** Called when the page returns from the back/forward cache or from being frozen: it has missed messages. */
  readonly onReturn: () => void;
}

/**
 * Observes when the browser puts a page away and brings it back.
 *
 * @returns The function that stops the observation.
 */
export function observePageLifecycle({ onHide, onReturn }: PageLifecycleListeners): () => void {
  const target: EventTargetLike = globalThis;
  const handleHide = () => onHide?.();
  const handleReturn = () => onReturn();
  const handleShow = (event: Event) => {
    if ("persisted" in event && event.persisted) onReturn();
  };
  target.addEventListener?.("pagehide", handleHide);
  target.addEventListener?.("pageshow", handleShow);
  // `resume` is fired at the document and does not bubble in every browser.
  target.addEventListener?.("resume", handleReturn, true);
  return () => {
    target.removeEventListener?.("pagehide", handleHide);
    target.removeEventListener?.("pageshow", handleShow);
    target.removeEventListener?.("resume", handleReturn, true);
  };
}

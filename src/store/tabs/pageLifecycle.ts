type Page = Partial<Pick<typeof globalThis, "addEventListener" | "removeEventListener">>;

/**
 * Tells when a page is put away, and when one that was put away or frozen comes back: what was said meanwhile has
 * not reached it.
 *
 * @returns What stops it.
 */
export function onPageLifecycle(listeners: {
  onLeave(): void;
  onPageLifecycle(): Promise<void>;
}): () => void {
  const page: Page = globalThis;
  const leave = () => listeners.onLeave();
  const come = () => void listeners.onPageLifecycle().catch(() => {});
  const show = (event: Event) => {
    if ("persisted" in event && event.persisted) come();
  };
  page.addEventListener?.("pagehide", leave);
  page.addEventListener?.("pageshow", show);
  // It is the document's, and does not bubble everywhere.
  page.addEventListener?.("resume", come, true);
  return () => {
    page.removeEventListener?.("pagehide", leave);
    page.removeEventListener?.("pageshow", show);
    page.removeEventListener?.("resume", come, true);
  };
}

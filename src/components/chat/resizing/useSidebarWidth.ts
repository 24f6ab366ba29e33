import { useState, useSyncExternalStore } from "react";
import { subscribeToNothing } from "../../../hooks/thread/useSnapshot.ts";

/** Width of a sidebar, controlled by the application or by the component. */
export interface SidebarWidthProps {
  /** Width in CSS pixels, when the application controls it with `onWidthChange`. */
  readonly width?: number | undefined;
  /**
   * Initial width in CSS pixels, when the application does not control it.
   * @defaultValue `--agk-sidebar-width`, else 26rem
   */
  readonly defaultWidth?: number | undefined;
  /** Called when the user has changed the width; with undefined for a return to the default. */
  readonly onWidthChange?: ((width: number | undefined) => void) | undefined;
  /**
   * The `localStorage` key under which the browser persists a width that the user has chosen. May be missing, or
   * denied by the browser: the width then lasts until the page is left.
   *
   * @defaultValue none
   */
  readonly persistKey?: string | undefined;
}

/** @internal Returns the width of a sidebar, undefined for that of the style sheet, and a function that changes it. */
export function useSidebarWidth({
  width,
  defaultWidth,
  onWidthChange,
  persistKey,
}: SidebarWidthProps): readonly [
  width: number | undefined,
  setWidth: (width: number | undefined) => void,
] {
  const [persisted] = useState(() => createPersistedWidth(persistKey));
  const stored = useSyncExternalStore(subscribeToNothing, persisted.load, () => undefined);
  const [chosen, setChosen] = useState<{ readonly width: number | undefined }>();
  const setWidth = (next: number | undefined) => {
    setChosen({ width: next });
    persisted.save(next);
    onWidthChange?.(next);
  };
  return [width ?? (chosen ? chosen.width : stored) ?? defaultWidth, setWidth];
}

function createPersistedWidth(key: string | undefined) {
  let cached: { readonly width: number | undefined } | undefined;
  return {
    /** Returns the width that an earlier page has saved. */
    load(): number | undefined {
      cached ??= { width: key === undefined ? undefined : readWidth(key) };
      return cached.width;
    },
    save(width: number | undefined): void {
      if (key === undefined) return;
      try {
        if (width === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, String(width));
      } catch {
        // The storage is full or denied: the width lasts until the page is left.
      }
    },
  };
}

function readWidth(key: string): number | undefined {
  try {
    const width = Number(localStorage.getItem(key));
    return width > 0 && Number.isFinite(width) ? width : undefined;
  } catch {
    return undefined;
  }
}

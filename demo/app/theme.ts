import { useSyncExternalStore } from "react";
import { type Theme, themes } from "../pageTools.ts";

/** Storage key that index.html also reads, before the first paint. */
const STORAGE_KEY = "agui-kit-demo-theme";

const listeners = new Set<() => void>();

/** Returns the theme that the user or an agent has chosen; `system` without a choice. */
export function getTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return themes.find((theme) => theme === chosen) ?? "system";
}

/** Changes the theme of the page and stores the choice. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without access to storage, the choice lasts until the page unloads.
  }
}

/** Subscribes to {@link getTheme}. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

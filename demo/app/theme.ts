import { useSyncExternalStore } from "react";
import { type Theme, themes } from "../pageTools.ts";

/** Also read in index.html, before the first paint. */
const STORAGE_KEY = "agui-kit-demo-theme";

const listeners = new Set<() => void>();

/** The theme that was chosen, by the person or by an agent; else that of the system. */
export function getTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return themes.find((theme) => theme === chosen) ?? "system";
}

/** Changes the theme of the page, and remembers it. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** Follows {@link getTheme}. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

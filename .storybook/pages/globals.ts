import { useEffect, useState } from "react";
import { GLOBALS_UPDATED } from "storybook/internal/core-events";
import { addons } from "storybook/preview-api";

/** Values of the toolbars, by name. */
export type ToolbarGlobals = Readonly<Record<string, string>>;

let current: ToolbarGlobals = parseGlobals(location.search);
let isListening = false;
const listeners = new Set<() => void>();

function parseGlobals(query: string): ToolbarGlobals {
  const text = new URLSearchParams(query).get("globals") ?? "";
  return Object.fromEntries(
    text.split(";").flatMap((item) => {
      const [name, value] = item.split(":");
      return name && value ? [[name, value]] : [];
    }),
  );
}

/** Listens from the first page on, because pages are rendered one after another. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  addons
    .getChannel()
    .on(GLOBALS_UPDATED, ({ globals }: { readonly globals: Record<string, unknown> }) => {
      const texts = Object.entries(globals).filter(([, value]) => typeof value === "string");
      current = Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
      for (const listener of listeners) listener();
    });
}

/** Returns the values of the toolbars, for pages without a story. */
export function useToolbarGlobals(): ToolbarGlobals {
  const [globals, setGlobals] = useState(current);
  useEffect(() => {
    listen();
    const update = () => setGlobals(current);
    update();
    listeners.add(update);
    return () => void listeners.delete(update);
  }, []);
  return globals;
}

/** Writes toolbar values for the address of a story. */
export function formatGlobals(globals: ToolbarGlobals): string {
  return Object.entries(globals)
    .filter(([name]) => ["theme", "density", "direction", "language"].includes(name))
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

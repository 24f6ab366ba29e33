import { useSyncExternalStore } from "react";

/** Reads JSON that has not arrived whole; `undefined` when nothing can be read yet. */
export type ParsePartial = (text: string) => unknown;

type PartialJson = Pick<typeof import("partial-json"), "Allow" | "parse">;

let loaded: ParsePartial | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  const module: PartialJson & { default?: PartialJson } = await import("partial-json");
  // It is CommonJS: some bundlers put its exports on the module, others only on its default.
  const { Allow, parse } = module.default ?? module;
  loaded = (text) => {
    try {
      return parse(text, Allow.ALL) as unknown;
    } catch {
      return undefined;
    }
  };
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  if (!loaded && !isLoading) {
    isLoading = true;
    // What could not be loaded is tried again by whoever comes next.
    load().catch(() => {
      isLoading = false;
    });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * @internal Returns the reader of unfinished JSON. It loads when a component first needs it, and is
 * absent until then.
 */
export function usePartialJson(isNeeded: boolean): ParsePartial | undefined {
  return useSyncExternalStore(
    isNeeded ? subscribe : subscribeToNothing,
    () => loaded,
    () => undefined,
  );
}

const subscribeToNothing = () => () => {};

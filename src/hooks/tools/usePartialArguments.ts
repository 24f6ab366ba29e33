import { useSyncExternalStore } from "react";
import type { PartialArguments } from "../../store/tools/partialArguments.ts";

let loaded: typeof PartialArguments | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  loaded = (await import("../../store/tools/partialArguments.ts")).PartialArguments;
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
 * @internal Returns the reader of arguments that arrive. It loads when a component first needs it, and is
 * absent until then.
 */
export function usePartialArguments(isNeeded: boolean): typeof PartialArguments | undefined {
  return useSyncExternalStore(
    isNeeded ? subscribe : subscribeToNothing,
    () => loaded,
    () => undefined,
  );
}

const subscribeToNothing = () => () => {};

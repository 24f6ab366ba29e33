import { useCallback, useContext, useState, useSyncExternalStore } from "react";
import { useIsomorphicLayoutEffect } from "../internal/useIsomorphicLayoutEffect.ts";
import { RegistriesContext, type Registry, useRegistry } from "../providers/useRegistry.ts";
import type { Registered, RendererList } from "./rendererLists.ts";

let lastId = 0;

/** Creates a renderer id. `useId` does not suit: its ids repeat in two roots that one server rendered. */
function createId(): string {
  lastId++;
  return `renderer-${lastId}`;
}

/**
 * @internal Registers a renderer as long as the component is mounted, and updates it whenever its parts change.
 *
 * @param name - The name it is registered for. Another name registers it again, as the latest renderer.
 * @param renderer - `undefined` registers nothing.
 */
export function useRegisteredRenderer<TRenderer extends Registered>(
  kind: (registry: Registry) => RendererList<TRenderer>,
  name: string | undefined,
  renderer: Omit<TRenderer, "id"> | undefined,
): void {
  const [id] = useState(createId);
  const list = kind(useRegistry());
  const agentId = renderer?.agentId;
  const isRegistered = renderer !== undefined;
  // Layout effects register before the first paint. Another name or agent removes the renderer and adds it last.
  useIsomorphicLayoutEffect(
    () => () => list.removeRenderer(id),
    [list, id, isRegistered, name, agentId],
  );
  useIsomorphicLayoutEffect(() => {
    // TypeScript cannot see that the id completes the generic type.
    if (renderer) list.setRenderer({ ...renderer, id } as TRenderer);
  });
}

/**
 * @internal Returns what `find` selects from the renderer lists of all registries around the component, the nearest
 * first, and re-renders only when the selection changes.
 */
export function useMatchingRenderer<TRenderer, TMatch = TRenderer>(
  kind: (registry: Registry) => RendererList<TRenderer>,
  find: (lists: readonly (readonly TRenderer[])[]) => TMatch | undefined,
): TMatch | undefined {
  const registries = useContext(RegistriesContext);
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = registries.map((registry) => kind(registry).subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    [registries, kind],
  );
  const read = () => find(registries.map((registry) => kind(registry).listRenderers()));
  return useSyncExternalStore(subscribe, read, findNothing);
}

/** Serves as the server snapshot: during server rendering, no component has registered a renderer. */
const findNothing = () => undefined;

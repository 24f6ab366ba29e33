import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { Renderer, RendererList } from "./renderers.ts";
import { HostsContext, type RendererRegistry, useHost } from "./useRegistries.ts";

/** Before the first paint where there is one; on a server there is nothing to be early for. */
const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

let count = 0;

/** Not what `useId` gives: that is the same in two roots which one server rendered. */
function createId(): string {
  count++;
  return `renderer-${count}`;
}

/**
 * @internal Registers a renderer for as long as the component is mounted, and hands what it draws
 * with on whenever that changes. Nothing is registered without one.
 *
 * @param name - What it is registered for. Under another name it is the last one that came.
 */
export function useRegisteredRenderer<TRenderer extends Renderer<never>>(
  kind: (host: RendererRegistry) => RendererList<TRenderer>,
  name: string | undefined,
  found: Omit<TRenderer, "id"> | undefined,
): void {
  const [id] = useState(createId);
  const list = kind(useHost());
  const agentId = found?.agentId;
  const isThere = found !== undefined;
  // Under another name, or for another agent, it goes and comes back as the last one.
  useEarlyEffect(() => () => list.remove(id), [list, id, isThere, name, agentId]);
  useEarlyEffect(() => {
    // The id is all that was missing.
    if (found) list.set({ ...found, id } as TRenderer);
  });
}

/**
 * @internal Returns the renderer that is found among those of a kind: the list of each host, the
 * nearest first. It is another object when it draws something else, and renders again for no other
 * reason. What is found may be something else that says which there are, as a text.
 */
export function useFoundRenderer<TRenderer, TFound = TRenderer>(
  kind: (host: RendererRegistry) => RendererList<TRenderer>,
  find: (lists: readonly (readonly TRenderer[])[]) => TFound | undefined,
): TFound | undefined {
  const hosts = useContext(HostsContext);
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = hosts.map((host) => kind(host).subscribe(listener));
      return () => {
        for (const stop of unsubscribe) stop();
      };
    },
    [hosts, kind],
  );
  const read = () => find(hosts.map((host) => kind(host).all()));
  return useSyncExternalStore(subscribe, read, findNothing);
}

/** What a server renders with: there, no component is ever mounted. */
const findNothing = () => undefined;

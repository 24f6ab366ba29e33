import {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Renderer, RendererList } from "./renderers.ts";
import { type Host, HostsContext, useHost } from "./useHosts.ts";

/** Before the first paint where there is one; on a server there is nothing to be early for. */
const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * @internal Registers a renderer for as long as the component is mounted, and hands what it draws
 * with on whenever that changes. Nothing is registered without one.
 */
export function useRegisteredRenderer<TRenderer extends Renderer<never>>(
  kind: (host: Host) => RendererList<TRenderer>,
  found: Omit<TRenderer, "id"> | undefined,
): void {
  const id = useId();
  // The id is all that was missing.
  const renderer = found && ({ ...found, id } as TRenderer);
  const list = kind(useHost());
  const live = useRef<TRenderer>(undefined);
  const isThere = renderer !== undefined;
  useEarlyEffect(() => {
    if (!isThere) return;
    const own = { ...renderer };
    live.current = own;
    return list.add(own);
    // What it holds follows in the effect below.
  }, [list, isThere]);
  useEarlyEffect(() => {
    if (!live.current || !renderer) return;
    const isSame = Object.entries(renderer).every(
      ([key, value]) => Reflect.get(live.current ?? {}, key) === value,
    );
    if (isSame) return;
    Object.assign(live.current, renderer);
    list.changed();
  });
}

/** @internal Returns the renderer of a kind that the nearest host has, the latest first. */
export function useFoundRenderer<TRenderer>(
  kind: (host: Host) => RendererList<TRenderer>,
  find: (renderers: readonly TRenderer[]) => TRenderer | undefined,
): { readonly renderer: TRenderer; readonly version: unknown } | undefined {
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
  // One value for all lists: each is a new array when anything in it changes.
  const last = useRef<readonly (readonly TRenderer[])[]>([]);
  const read = () => {
    const lists = hosts.map((host) => kind(host).all());
    const isSame =
      lists.length === last.current.length && lists.every((list, at) => list === last.current[at]);
    if (!isSame) last.current = lists;
    return last.current;
  };
  const lists = useSyncExternalStore(subscribe, read, read);
  for (const list of lists) {
    const renderer = find(list);
    if (renderer) return { renderer, version: lists };
  }
  return undefined;
}

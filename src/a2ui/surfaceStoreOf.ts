import { printHint } from "../protocol/developmentHint.ts";
import type { Message } from "../protocol/events.ts";
import { haveSameItems } from "../selectors/compareItems.ts";
import type { Thread } from "../store/thread/thread.ts";
import type { SurfaceState } from "./buildSurface.ts";
import type { SurfaceCatalog } from "./catalog.ts";
import { createSurface, type Surface } from "./createSurface.ts";
import { type FoldedSource, foldSurfaces, NO_SURFACES } from "./foldSurfaces.ts";
import type { SurfaceLifecycle } from "./operations.ts";
import { sendAction } from "./sendAction.ts";

/** The content of an activity or a tool result. Keeps its identity while nothing changes. */
interface SurfaceSource {
  readonly surfaces: readonly Surface[];
  readonly lifecycle: SurfaceLifecycle | undefined;
  /** True when the source has only changed surfaces of earlier sources. */
  readonly isUpdate: boolean;
}

/** The surfaces of a thread. They outlive the elements that render them. */
interface SurfaceStore {
  /** Returns the content of an activity or a tool result; `undefined` when the thread has no such source. */
  getSource(key: string): SurfaceSource | undefined;
  subscribe(listener: () => void): () => void;
}

const stores = new WeakMap<SurfaceCatalog, WeakMap<Thread["store"], SurfaceStore>>();

/** Returns the surfaces of a thread; one store for each catalog. */
export function surfaceStoreOf(thread: Thread, catalog: SurfaceCatalog): SurfaceStore {
  const byThread = stores.get(catalog) ?? new WeakMap<Thread["store"], SurfaceStore>();
  const store = byThread.get(thread.store) ?? createSurfaceStore(thread, catalog);
  stores.set(catalog, byThread.set(thread.store, store));
  return store;
}

function createSurfaceStore(thread: Thread, catalog: SurfaceCatalog): SurfaceStore {
  const listeners = new Set<() => void>();
  const live = new Map<string, Surface>();
  const views = new WeakMap<FoldedSource, SurfaceSource>();
  let messages: readonly Message[] = [];
  let relevant: readonly Message[] = [];
  let folded = NO_SURFACES;
  let unsubscribe: (() => void) | undefined;

  function refresh(): boolean {
    const { messages: next } = thread.store.getState();
    if (next === messages) return false;
    messages = next;
    const nextRelevant = next.filter(({ role }) => role !== "assistant" && role !== "reasoning");
    if (haveSameItems(nextRelevant, relevant)) return false;
    relevant = nextRelevant;
    const before = folded;
    folded = foldSurfaces(catalog, relevant, before);
    for (const [key, { surfaceId, state }] of folded.surfaces) {
      if (before.surfaces.get(key)?.state === state) continue;
      const { problem } = state;
      if (problem !== undefined) printHint("a2ui-refused", catalog, [surfaceId, problem]);
      const existing = live.get(key);
      if (existing) existing.update(state);
      else live.set(key, createLiveSurface(surfaceId, state));
    }
    for (const key of live.keys()) if (!folded.surfaces.has(key)) live.delete(key);
    return true;
  }

  function createLiveSurface(surfaceId: string, state: SurfaceState): Surface {
    const surface = createSurface(catalog, surfaceId, state);
    surface.model.onAction.subscribe((action) => sendAction(thread, action));
    surface.model.onError.subscribe(({ message }) =>
      printHint("a2ui-failed", surface, [surfaceId, message]),
    );
    return surface;
  }

  return {
    getSource(key) {
      refresh();
      const source = folded.sources.get(key);
      if (!source) return undefined;
      const view = views.get(source) ?? {
        surfaces: source.surfaces.flatMap((surface) => live.get(surface) ?? []),
        lifecycle: source.lifecycle,
        isUpdate: source.isUpdate,
      };
      views.set(source, view);
      return view;
    },
    subscribe(listener) {
      listeners.add(listener);
      unsubscribe ??= thread.store.subscribe(() => {
        if (refresh()) for (const each of [...listeners]) each();
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
  };
}

import type { ReactNode } from "react";
import type { Registry } from "../providers/useRegistry.ts";

/** @internal An item that a mounted component has registered. */
export interface Registered {
  readonly id: string;
  /** Limits the item to threads of one agent. */
  readonly agentId: string | undefined;
}

/** @internal A registered render function. Its id is a React key: a renderer must not inherit the hook state of another. */
export interface Renderer<TProps> extends Registered {
  readonly render: (props: TProps) => ReactNode;
}

/** @internal The renderers of one kind in a registry. */
export interface RendererList<TRenderer> {
  /** Prepends a renderer, or replaces the one with its id in place. */
  setRenderer(renderer: TRenderer): void;
  removeRenderer(id: string): void;
  subscribe(listener: () => void): () => void;
  /** Returns the renderers, the latest first; the same array until they change. */
  listRenderers(): readonly TRenderer[];
}

function createRendererList<TRenderer extends Registered>(): RendererList<TRenderer> {
  const listeners = new Set<() => void>();
  let renderers: readonly TRenderer[] = [];
  const publish = (next: readonly TRenderer[]) => {
    renderers = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    setRenderer(renderer) {
      const previous = renderers.find(({ id }) => id === renderer.id);
      if (!previous) publish([renderer, ...renderers]);
      else if (!hasSameValues(renderer, previous)) {
        publish(renderers.map((item) => (item === previous ? renderer : item)));
      }
    },
    removeRenderer(id) {
      if (renderers.some((renderer) => renderer.id === id)) {
        publish(renderers.filter((renderer) => renderer.id !== id));
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    listRenderers: () => renderers,
  };
}

function hasSameValues(a: object, b: object): boolean {
  return Object.entries(a).every(([key, value]) => Object.is(value, Reflect.get(b, key)));
}

/** @internal Creates the lists for one kind of renderer: a function that returns the list of a registry. */
export function createRendererLists<TRenderer extends Registered>(): (
  registry: Registry,
) => RendererList<TRenderer> {
  const lists = new WeakMap<Registry, RendererList<TRenderer>>();
  return (registry) => {
    const list = lists.get(registry) ?? createRendererList<TRenderer>();
    lists.set(registry, list);
    return list;
  };
}

/**
 * @internal Finds the renderer for a name. An exact name comes before `*`, and a nearer registry before a farther one.
 * Within a registry, a renderer for the agent comes before one for all agents.
 */
export function findNamedRenderer<
  TRenderer extends { readonly name: string; readonly agentId: string | undefined },
>(
  lists: readonly (readonly TRenderer[])[],
  name: string,
  agentId: string | undefined,
): TRenderer | undefined {
  for (const candidateName of [name, "*"]) {
    for (const renderers of lists) {
      const candidates = renderers.filter((renderer) => renderer.name === candidateName);
      const renderer =
        candidates.find((candidate) => candidate.agentId === agentId) ??
        candidates.find((candidate) => candidate.agentId === undefined);
      if (renderer) return renderer;
    }
  }
  return undefined;
}

import type { ReactNode } from "react";
import type { RendererRegistry } from "./useRegistries.ts";

/** @internal Something that draws what it is meant for. */
export interface Renderer<TProps> {
  /** Tells renderers apart: one must not inherit the hooks of another. */
  readonly id: string;
  /** Whom it is for, where a thread's agent matters. */
  readonly agentId: string | undefined;
  readonly render: (props: TProps) => ReactNode;
}

/** @internal The renderers of one kind that a host has. */
export interface RendererList<TRenderer> {
  /** Puts a renderer in front, or in the place of the one that has its id. */
  set(renderer: TRenderer): void;
  remove(id: string): void;
  subscribe(listener: () => void): () => void;
  /** The latest first. The same array while nothing changes. */
  all(): readonly TRenderer[];
}

function isSame(a: object, b: object): boolean {
  return Object.entries(a).every(([key, value]) => Object.is(value, Reflect.get(b, key)));
}

function createRendererList<TRenderer extends Renderer<never>>(): RendererList<TRenderer> {
  const listeners = new Set<() => void>();
  let renderers: readonly TRenderer[] = [];
  const publish = (next: readonly TRenderer[]) => {
    renderers = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    set(renderer) {
      const before = renderers.find(({ id }) => id === renderer.id);
      if (!before) publish([renderer, ...renderers]);
      else if (!isSame(renderer, before)) {
        publish(renderers.map((one) => (one === before ? renderer : one)));
      }
    },
    remove(removed) {
      if (renderers.some(({ id }) => id === removed)) {
        publish(renderers.filter(({ id }) => id !== removed));
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    all: () => renderers,
  };
}

/** @internal Makes a kind of renderer: the function that finds the list a host has of it. */
export function createRendererKind<TRenderer extends Renderer<never>>(): (
  host: RendererRegistry,
) => RendererList<TRenderer> {
  const lists = new WeakMap<RendererRegistry, RendererList<TRenderer>>();
  return (host) => {
    const known = lists.get(host);
    if (known) return known;
    const made = createRendererList<TRenderer>();
    lists.set(host, made);
    return made;
  };
}

/**
 * @internal The renderer for a name: one by name before `*`, then that of the nearest host, and there
 * one for its agent before one for all.
 */
export function findNamedRenderer<
  TRenderer extends { readonly name: string; readonly agentId: string | undefined },
>(
  lists: readonly (readonly TRenderer[])[],
  name: string,
  agentId: string | undefined,
): TRenderer | undefined {
  const isFor = (wanted: string, whom: string | undefined) => (renderer: TRenderer) =>
    renderer.name === wanted && renderer.agentId === whom;
  for (const wanted of [name, "*"]) {
    for (const renderers of lists) {
      const found =
        renderers.find(isFor(wanted, agentId)) ?? renderers.find(isFor(wanted, undefined));
      if (found) return found;
    }
  }
  return undefined;
}

import type { ReactNode } from "react";
import type { Host } from "./useHosts.ts";

/** @internal Something that draws what it is meant for. The object is changed in place. */
export interface Renderer<TProps> {
  /** Tells renderers apart: one must not inherit the hooks of another. */
  id: string;
  /** Whom it is for, where a thread's agent matters. */
  agentId: string | undefined;
  render: (props: TProps) => ReactNode;
}

/** @internal The renderers of one kind that a host has. */
export interface RendererList<TRenderer> {
  add(renderer: TRenderer): () => void;
  /** Tells subscribers that a renderer draws something else now. */
  changed(): void;
  subscribe(listener: () => void): () => void;
  /** The latest first. The same array while nothing changes. */
  all(): readonly TRenderer[];
}

function createRendererList<TRenderer>(): RendererList<TRenderer> {
  const listeners = new Set<() => void>();
  let renderers: readonly TRenderer[] = [];
  const publish = (next: readonly TRenderer[]) => {
    renderers = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    add(renderer) {
      publish([renderer, ...renderers]);
      return () => publish(renderers.filter((other) => other !== renderer));
    },
    changed: () => publish([...renderers]),
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
export function createRendererKind<TRenderer>(): (host: Host) => RendererList<TRenderer> {
  const lists = new WeakMap<Host, RendererList<TRenderer>>();
  return (host) => {
    const known = lists.get(host);
    if (known) return known;
    const made = createRendererList<TRenderer>();
    lists.set(host, made);
    return made;
  };
}

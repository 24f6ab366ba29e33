import { type RefObject, useCallback } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { callIdsOfTool } from "../../selectors/callIdsOfTool.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { createPerThreadState, usePerThreadState } from "../state/perThreadState.ts";

type SlotRef = RefObject<HTMLElement | null>;

/** The mounted slots of a thread by the name of their tool, the latest last. */
const mountedSlots = createPerThreadState<ReadonlyMap<string, readonly SlotRef[]>>(new Map());

/** @internal Registers the element of a slot as long as it is mounted. */
export function useMountedSlot(name: string, slot: SlotRef): void {
  const thread = useThread();
  useIsomorphicLayoutEffect(() => {
    const change = (update: (slots: readonly SlotRef[]) => readonly SlotRef[]) =>
      mountedSlots.updateState(thread, (before) => {
        const slots = update(before.get(name) ?? []);
        const next = new Map(before);
        if (slots.length > 0) next.set(name, slots);
        else next.delete(name);
        return next;
      });
    change((slots) => [...slots, slot]);
    return () => change((slots) => slots.filter((other) => other !== slot));
  }, [thread, name, slot]);
}

/** @internal Returns whether a slot on the page shows the calls of a tool. */
export function useHasSlot(name: string): boolean {
  return usePerThreadState(mountedSlots).has(name);
}

/** The call that the user has chosen, which a later call replaces. */
interface ChosenCall {
  readonly id: string;
  /** The latest call when the user chose. */
  readonly latestId: string | undefined;
}

const chosenCalls = createPerThreadState<ReadonlyMap<string, ChosenCall>>(new Map());

/** The versions of an artifact: the calls of its tool. */
interface SlotVersions {
  /** Ids of the calls, the first first. */
  readonly ids: readonly string[];
  /** Index of the shown call, counted from 0; -1 without calls. */
  readonly index: number;
  /** Shows a call until there is a later one. */
  readonly choose: (id: string | undefined) => void;
  /** Moves the focus to the slot, and so scrolls it into view. */
  readonly focusSlot: () => void;
}

/** @internal Returns the versions that the slots of a tool show: the latest, or the one that the user has chosen. */
export function useSlotVersions(name: string): SlotVersions {
  const thread = useThread();
  const ids = useSnapshot(
    useCallback((snapshot: Snapshot) => callIdsOfTool(snapshot, name), [name]),
    haveSameItems,
  );
  const latestId = ids.at(-1);
  const chosen = usePerThreadState(chosenCalls).get(name);
  const shownId = chosen && chosen.latestId === latestId ? chosen.id : latestId;
  return {
    ids,
    index: shownId === undefined ? -1 : ids.indexOf(shownId),
    choose(id) {
      if (id === undefined) return;
      chosenCalls.updateState(thread, (before) => new Map(before).set(name, { id, latestId }));
    },
    focusSlot: () => mountedSlots.readState(thread).get(name)?.at(-1)?.current?.focus(),
  };
}

import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { createPerThreadState, type PerThreadState } from "./perThreadState.ts";

/** Number of cards by interrupt id. Two chats may render the same interrupt. */
type CardCounts = ReadonlyMap<string, number>;

/** @internal Creates counts of the cards of a thread that have something in common. */
export const createCardCounts = () => createPerThreadState<CardCounts>(new Map());

/** @internal The mounted cards that ask the user. */
export const openCards = createCardCounts();

/** @internal Adds the card of an interrupt to the counts of the thread, while the card is mounted and `isCounted`. */
export function useCountedCard(
  state: PerThreadState<CardCounts>,
  interruptId: string,
  isCounted: boolean,
): void {
  const thread = useThread();
  useIsomorphicLayoutEffect(() => {
    if (!isCounted) return;
    const add = (difference: 1 | -1) =>
      state.updateState(thread, (before) => {
        const counts = new Map(before);
        const count = (counts.get(interruptId) ?? 0) + difference;
        if (count > 0) counts.set(interruptId, count);
        else counts.delete(interruptId);
        return counts;
      });
    add(1);
    return () => add(-1);
  }, [thread, state, interruptId, isCounted]);
}

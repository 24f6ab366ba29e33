import { createContext, type Dispatch, type SetStateAction, useContext, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import type { UiMemory } from "./perThreadState.ts";

/** Question that the controls around a hook answer, with the part of its card in which they are. */
interface DraftOwner {
  /**
   * The object in the snapshot. It is another one once the question has an answer, or is asked again, so that no draft
   * gets into another answer.
   */
  readonly question: object;
  readonly part: string;
}

/** @internal Owner of the drafts of a card. Undefined in a form without a card, which keeps its draft to itself. */
export const DraftContext = createContext<DraftOwner | undefined>(undefined);

/**
 * @internal State of a control in which the user types an answer. It survives while the card is unmounted, because its
 * row has left the rendered window or because another thread is shown.
 *
 * @example
 * ```tsx
 * const reasons = createUiMemory<string>();
 * const [text, setText] = useDraftState(reasons, () => "");
 * ```
 */
export function useDraftState<T>(
  memory: UiMemory<T>,
  create: () => T,
): readonly [T, Dispatch<SetStateAction<T>>] {
  const { question, part } = useContext(DraftContext) ?? {};
  const [value, setValue] = useState(() => memory.get(question, part) ?? create());
  useIsomorphicLayoutEffect(
    () => memory.set(question, part, value),
    [memory, question, part, value],
  );
  return [value, setValue];
}

import { createContext, useContext, useId, useMemo, useState, useSyncExternalStore } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { subscribeToNothing } from "../../hooks/thread/useSnapshot.ts";
import { createPerThreadState, usePerThreadState } from "../state/perThreadState.ts";

/** Amount that a card or a form does not show. */
interface HiddenAmount {
  /** Texts, numbers and other values that are not containers. */
  readonly values: number;
  /** Characters of texts of which only the beginning is shown. */
  readonly characters: number;
  /** Values that are nested too deeply to show. */
  readonly deepValues: number;
  /** Approvals whose cards are not shown. */
  readonly approvals: number;
}

/** @internal Parts of one or more cards or forms that hide something. */
export interface HiddenParts {
  readonly totalAmount: () => HiddenAmount;
  readonly showAll: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Parts of a card, or of a form, that hide something. */
interface HiddenPartsStore extends HiddenParts {
  readonly isAllShown: () => boolean;
  /** Sets the amount that a part hides; `undefined` removes the part. */
  readonly set: (partId: string, amount: Partial<HiddenAmount> | undefined) => void;
}

const NOTHING: HiddenAmount = { values: 0, characters: 0, deepValues: 0, approvals: 0 };

function createHiddenParts(): HiddenPartsStore {
  const amounts = new Map<string, Partial<HiddenAmount>>();
  const listeners = new Set<() => void>();
  let isAllShown = false;
  let total: HiddenAmount | undefined = NOTHING;
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    totalAmount: () => {
      total ??= sum([...amounts.values()]);
      return total;
    },
    isAllShown: () => isAllShown,
    showAll() {
      isAllShown = true;
      notify();
    },
    set(partId, amount) {
      if (amount) amounts.set(partId, amount);
      else amounts.delete(partId);
      total = undefined;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @internal Returns true when a card or a form shows everything. */
export function isNothingHidden(amount: HiddenAmount): boolean {
  return Object.values(amount).every((count) => count === 0);
}

function sum(amounts: readonly Partial<HiddenAmount>[]): HiddenAmount {
  const total = (key: keyof HiddenAmount) =>
    amounts.reduce((before, amount) => before + (amount[key] ?? 0), 0);
  return {
    values: total("values"),
    characters: total("characters"),
    deepValues: total("deepValues"),
    approvals: total("approvals"),
  };
}

/** @internal Set inside a card or a form in which the user decides about what is shown. */
export const HiddenPartsContext = createContext<HiddenPartsStore | undefined>(undefined);

/** @internal Set around the controls of an answer: the parts of the question that the answer is about. */
export const QuestionHiddenPartsContext = createContext<HiddenParts | undefined>(undefined);

const returnFalse = () => false;

/** @internal Returns true after the user has asked to see all that the card or form around the component hides. */
export function useIsAllShown(): boolean {
  const parts = useContext(HiddenPartsContext);
  return useSyncExternalStore(
    parts?.subscribe ?? subscribeToNothing,
    parts?.isAllShown ?? returnFalse,
    returnFalse,
  );
}

/**
 * @internal Reports to the card or form around the component how much the component hides.
 *
 * @param kind - The unit of the amount.
 * @param items - The hidden items, of which the values are counted, or a number.
 */
export function useReportHidden(
  kind: keyof HiddenAmount,
  items: readonly unknown[] | number,
): void {
  const parts = useContext(HiddenPartsContext);
  const id = useId();
  const isCounted = parts !== undefined;
  const count = useMemo(
    () => (typeof items === "number" ? items : isCounted ? countLeaves(items) : 0),
    [isCounted, items],
  );
  useIsomorphicLayoutEffect(() => {
    if (!parts || count === 0) return;
    parts.set(id, { [kind]: count });
    return () => parts.set(id, undefined);
  }, [parts, id, kind, count]);
}

/** Counts the values in a list that are not containers; an empty container counts as one. */
function countLeaves(items: readonly unknown[]): number {
  const pending = [...items];
  let count = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    const inner: readonly unknown[] =
      typeof next === "object" && next !== null ? Object.values(next) : [];
    if (inner.length === 0) count += 1;
    // `push(...values)` fails for a long list, because the number of arguments is limited.
    for (const item of inner) pending.push(item);
  }
  return count;
}

const EMPTY: ReadonlyMap<string, HiddenParts> = new Map();

/** Hidden parts of the mounted cards by interrupt id, for a button that approves several of them. */
const partsByInterrupt = createPerThreadState(EMPTY);

/** @internal Hidden parts of an interrupt card. */
export interface CardHiddenParts {
  /** Parts of the tool call, which a form that edits the arguments replaces. */
  readonly subject: HiddenPartsStore;
  /** Parts of the message and the metadata, which such a form does not replace. */
  readonly besideSubject: HiddenPartsStore;
  /** The parts of `subject` and `besideSubject`. */
  readonly all: HiddenParts;
}

/** @internal Creates the hidden parts of an interrupt card, and publishes them to the other cards of the thread. */
export function useCardHiddenParts(interruptId: string): CardHiddenParts {
  const [card] = useState(createCardHiddenParts);
  const { all: parts } = card;
  const thread = useThread();
  useIsomorphicLayoutEffect(() => {
    const update = (change: (cards: Map<string, HiddenParts>) => void) =>
      partsByInterrupt.updateState(thread, (before) => {
        const cards = new Map(before);
        change(cards);
        return cards;
      });
    update((cards) => cards.set(interruptId, parts));
    return () =>
      update((cards) => {
        // Another card of the interrupt may have replaced this one.
        if (cards.get(interruptId) === parts) cards.delete(interruptId);
      });
  }, [thread, interruptId, parts]);
  return card;
}

function createCardHiddenParts(): CardHiddenParts {
  const subject = createHiddenParts();
  const besideSubject = createHiddenParts();
  return { subject, besideSubject, all: combineParts([subject, besideSubject]) };
}

/** Hidden parts of the controls of an answer. */
interface AnswerHiddenParts {
  readonly own: HiddenPartsStore;
  /** The parts of the answer, and of the question that it is about. */
  readonly all: HiddenParts;
}

/** @internal Creates the hidden parts of the controls of an answer. */
export function useAnswerHiddenParts(): AnswerHiddenParts {
  const question = useContext(QuestionHiddenPartsContext);
  const [own] = useState(createHiddenParts);
  return useMemo(
    () => ({ own, all: combineParts(question ? [question, own] : [own]) }),
    [question, own],
  );
}

/**
 * @internal Returns the hidden parts of several approval cards as those of one. A card that is not mounted is hidden as a
 * whole.
 *
 * @param interruptIds - The same list while it does not change.
 */
export function usePartsOf(interruptIds: readonly string[]): HiddenParts {
  const byInterrupt = usePerThreadState(partsByInterrupt);
  return useMemo(() => {
    const mounted = interruptIds.flatMap((id) => byInterrupt.get(id) ?? []);
    const approvals = interruptIds.length - mounted.length;
    return approvals === 0
      ? combineParts(mounted)
      : combineParts([...mounted, createUnmountedParts(approvals)]);
  }, [byInterrupt, interruptIds]);
}

/** Creates the hidden parts of approval cards that are not mounted. */
function createUnmountedParts(approvals: number): HiddenParts {
  const total = { ...NOTHING, approvals };
  return { totalAmount: () => total, showAll: () => {}, subscribe: subscribeToNothing };
}

function combineParts(all: readonly HiddenParts[]): HiddenParts {
  let totals: readonly HiddenAmount[] = [];
  let total = NOTHING;
  return {
    totalAmount: () => {
      const next = all.map((parts) => parts.totalAmount());
      // The same object while nothing changes, as React requires.
      if (next.length !== totals.length || next.some((amount, index) => amount !== totals[index])) {
        totals = next;
        total = sum(next);
      }
      return total;
    },
    showAll() {
      for (const parts of all) parts.showAll();
    },
    subscribe(listener) {
      const stops = all.map((parts) => parts.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const returnNothing = () => NOTHING;

/** @internal Returns the amount that the parts hide, and renders again when it changes. */
export function useHiddenTotal(parts: HiddenParts): HiddenAmount {
  return useSyncExternalStore(parts.subscribe, parts.totalAmount, returnNothing);
}

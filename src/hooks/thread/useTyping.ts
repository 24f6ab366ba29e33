import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";

type Listener = (isTyping: boolean) => void;

/** What is known of the fields in which the next message of a thread is written. */
interface Field {
  /** Those who have written something into theirs. */
  readonly typers: Set<object>;
  readonly listeners: Set<Listener>;
}

/** By thread, since a person who writes in any composer of it writes the next message. */
const fields = new WeakMap<object, Field>();

function fieldOf(thread: object): Field {
  const field = fields.get(thread) ?? { typers: new Set(), listeners: new Set() };
  fields.set(thread, field);
  return field;
}

/** @internal Whether something is written that has not been sent. */
export function isTyping(thread: object): boolean {
  return fieldOf(thread).typers.size > 0;
}

/** @internal Calls the listener when a person begins to write, and when the field is empty again. */
export function subscribeTyping(thread: object, listener: Listener): () => void {
  const { listeners } = fieldOf(thread);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** @internal Says what is in a field, until it is gone, for a part that has no use for the answer. */
export function useNoteTyping(target?: ThreadTarget): (text: string) => void {
  const thread = useThread(target);
  const [typer] = useState(() => ({}));
  const note = useCallback(
    (text: string) => {
      const { typers, listeners } = fieldOf(thread);
      const wasTyping = typers.size > 0;
      if (text.trim() === "") typers.delete(typer);
      else typers.add(typer);
      const isNow = typers.size > 0;
      if (isNow === wasTyping) return;
      for (const listener of [...listeners]) listener(isNow);
    },
    [thread, typer],
  );
  useEffect(() => () => note(""), [note]);
  return note;
}

/** What {@link useTyping} returns. */
export interface UseTypingResult {
  /** Whether something is written that has not been sent. */
  readonly isTyping: boolean;
  /**
   * Says what is in the field now; keeps its identity for as long as the thread. Each component that
   * uses it speaks for a field of its own, until it unmounts.
   */
  readonly reportTyping: (text: string) => void;
}

/**
 * Knows whether the person is writing their next message, and lets a composer say so.
 *
 * `Composer` says it by itself. Call `noteTyping` in one of your own, so that suggestions step back
 * while a person writes and none are asked of the agent for nothing. Nothing of it is sent anywhere.
 *
 * @example In a composer of one's own
 * ```tsx
 * const { noteTyping } = useTyping();
 * useEffect(() => noteTyping(draft), [noteTyping, draft]);
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useTyping(target?: ThreadTarget): UseTypingResult {
  const thread = useThread(target);
  const reportTyping = useNoteTyping(target);
  const isTypingNow = useSyncExternalStore(
    useCallback((listener: () => void) => subscribeTyping(thread, listener), [thread]),
    () => isTyping(thread),
    () => false,
  );
  return useMemo(() => ({ isTyping: isTypingNow, reportTyping }), [isTypingNow, reportTyping]);
}

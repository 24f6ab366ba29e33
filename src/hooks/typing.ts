import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type ThreadTarget, useThread } from "./useThread.ts";

type Listener = (isTyping: boolean) => void;

/** What is known of the field in which the next message of a thread is written. */
interface Field {
  isTyping: boolean;
  readonly listeners: Set<Listener>;
}

/** By thread, since every composer of one conversation writes the same next message. */
const fields = new WeakMap<object, Field>();

function fieldOf(thread: object): Field {
  const field = fields.get(thread) ?? { isTyping: false, listeners: new Set() };
  fields.set(thread, field);
  return field;
}

/** @internal Whether something is written that has not been sent. */
export function isTyping(thread: object): boolean {
  return fieldOf(thread).isTyping;
}

/** @internal Calls the listener when a person begins to write, and when the field is empty again. */
export function subscribeTyping(thread: object, listener: Listener): () => void {
  const { listeners } = fieldOf(thread);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** @internal Says what is in the field, for a part that has no use for the answer. */
export function useNoteTyping(target?: ThreadTarget): (text: string) => void {
  const thread = useThread(target);
  return useCallback(
    (text: string) => {
      const field = fieldOf(thread);
      const isNow = text.trim() !== "";
      if (field.isTyping === isNow) return;
      field.isTyping = isNow;
      for (const listener of [...field.listeners]) listener(isNow);
    },
    [thread],
  );
}

/** What {@link useTyping} returns. */
export interface UseTypingResult {
  /** Whether something is written that has not been sent. */
  readonly isTyping: boolean;
  /** Says what is in the field now; keeps its identity for as long as the thread. */
  readonly noteTyping: (text: string) => void;
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
  const noteTyping = useNoteTyping(target);
  const isTypingNow = useSyncExternalStore(
    useCallback((listener: () => void) => subscribeTyping(thread, listener), [thread]),
    () => isTyping(thread),
    () => false,
  );
  return useMemo(() => ({ isTyping: isTypingNow, noteTyping }), [isTypingNow, noteTyping]);
}

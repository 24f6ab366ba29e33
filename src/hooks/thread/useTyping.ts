import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";

type Listener = (isTyping: boolean) => void;

/** Typing state of a thread, shared by all its composers: each may write the next message. */
interface TypingState {
  /** Composers with unsent text. */
  readonly typingComposers: Set<object>;
  readonly listeners: Set<Listener>;
}

const typingStates = new WeakMap<object, TypingState>();

function typingStateOf(thread: object): TypingState {
  const state = typingStates.get(thread) ?? { typingComposers: new Set(), listeners: new Set() };
  typingStates.set(thread, state);
  return state;
}

/** @internal Returns true when a composer of the thread has unsent text. */
export function isTyping(thread: object): boolean {
  return typingStateOf(thread).typingComposers.size > 0;
}

/** @internal Calls the listener when the user starts typing, and when all composers are empty again. */
export function subscribeTyping(thread: object, listener: Listener): () => void {
  const { listeners } = typingStateOf(thread);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** @internal Returns the `reportTyping` of {@link useTyping} without subscribing the component. */
export function useReportTyping(target?: ThreadTarget): (text: string) => void {
  const thread = useThread(target);
  const [composer] = useState(() => ({}));
  const reportTyping = useCallback(
    (text: string) => {
      const { typingComposers, listeners } = typingStateOf(thread);
      const wasTyping = typingComposers.size > 0;
      if (text.trim() === "") typingComposers.delete(composer);
      else typingComposers.add(composer);
      const isTypingNow = typingComposers.size > 0;
      if (isTypingNow === wasTyping) return;
      for (const listener of [...listeners]) listener(isTypingNow);
    },
    [thread, composer],
  );
  useEffect(() => () => reportTyping(""), [reportTyping]);
  return reportTyping;
}

/** Result of {@link useTyping}. */
export interface UseTypingResult {
  /** True when a composer of the thread has unsent text. */
  readonly isTyping: boolean;
  /**
   * Reports the current text of a composer; keeps its identity as long as the thread. Each component that uses
   * the hook reports for its own composer, until it unmounts.
   */
  readonly reportTyping: (text: string) => void;
}

/**
 * Returns whether the user is typing the next message, and a function for custom composers to report it.
 *
 * `Composer` reports typing by itself. Call `reportTyping` in a custom composer, so that suggestions hide while
 * the user types and none are requested from the agent in vain. Nothing is sent to the agent.
 *
 * @example In a custom composer
 * ```tsx
 * const { reportTyping } = useTyping();
 * useEffect(() => reportTyping(draft), [reportTyping, draft]);
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useTyping(target?: ThreadTarget): UseTypingResult {
  const thread = useThread(target);
  const reportTyping = useReportTyping(target);
  const isTypingNow = useSyncExternalStore(
    useCallback((listener: () => void) => subscribeTyping(thread, listener), [thread]),
    () => isTyping(thread),
    () => false,
  );
  return useMemo(() => ({ isTyping: isTypingNow, reportTyping }), [isTypingNow, reportTyping]);
}

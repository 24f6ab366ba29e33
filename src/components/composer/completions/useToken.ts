import { type RefObject, useEffect, useRef, useState } from "react";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { activeElementIn } from "../../ui/focus.ts";
import type { CompletionProvider } from "./completion.ts";
import { findToken, isEqualToken, type Token } from "./findToken.ts";

/** Word at the caret, for which the menu is open. */
interface CurrentToken {
  /** Undefined while the menu is closed. */
  readonly token: Token | undefined;
  /**
   * Opens, updates or closes the menu. @param isWriting - True when the menu may open; moving the caret to a
   * word does not open it.
   */
  readonly updateToken: (isWriting: boolean) => void;
  /** Closes the menu until the caret moves to another word, or the same word is written again. */
  readonly closeMenu: () => void;
  /** Start of the word whose menu the user closed. */
  readonly dismissed: RefObject<number | undefined>;
  /** True during an IME composition, which does not update the word. */
  readonly isComposing: RefObject<boolean>;
}

/** Finds the word at the caret of a field that opens the menu, and updates it after every render. */
export function useToken(
  fieldOf: () => HTMLTextAreaElement | null,
  providers: readonly CompletionProvider[],
): CurrentToken {
  const thread = useThread();
  const [token, setToken] = useState<Token>();
  const dismissedTokenStart = useRef<number>(undefined);
  const isComposing = useRef(false);

  const updateToken = (isWriting: boolean) => {
    const field = fieldOf();
    if (!field || isComposing.current) return;
    const { value, selectionStart: caret, selectionEnd } = field;
    const hasCaret = activeElementIn(field) === field && caret === selectionEnd;
    const next = hasCaret ? findToken(value, caret, providers) : undefined;
    // Moving the focus to the send button does not reopen a closed menu.
    if (hasCaret && next?.start !== dismissedTokenStart.current)
      dismissedTokenStart.current = undefined;
    const isOpen = next && dismissedTokenStart.current === undefined && (isWriting || token);
    const shown = isOpen ? next : undefined;
    // Compares the end too, because text before the word may have changed.
    if (!isEqualToken(shown, token) || shown?.end !== token?.end) setToken(shown);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a text typed before the menu was loaded
  useEffect(() => updateToken(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dismissed word belongs to one thread
  useEffect(
    () => () => {
      dismissedTokenStart.current = undefined;
    },
    [thread],
  );
  // Sending a message and programmatic changes fire no event on the field.
  useEffect(() => {
    if (token) updateToken(false);
  });
  return {
    token,
    updateToken,
    closeMenu: () => setToken(undefined),
    dismissed: dismissedTokenStart,
    isComposing,
  };
}

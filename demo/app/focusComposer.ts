/**
 * Focuses the composer after a pressed button has disappeared, or the example on a touch device,
 * where a focused field opens the on-screen keyboard.
 */
export function focusComposer(): void {
  const target = isByFinger() ? ".example" : ".example .agk-textarea";
  document.querySelector<HTMLElement>(target)?.focus();
}

/** Returns true when the primary pointer is a finger. */
export const isByFinger = (): boolean => window.matchMedia("(pointer: coarse)").matches;

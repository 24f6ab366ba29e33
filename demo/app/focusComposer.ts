/**
 * Focuses the composer after a pressed button has disappeared, or the scene on a touch device,
 * where a focused field opens the on-screen keyboard.
 */
export function focusComposer(): void {
  const target = isByFinger() ? ".scene" : ".scene .agk-textarea";
  document.querySelector<HTMLElement>(target)?.focus();
}

/** Returns true when the primary pointer is a finger. */
export const isByFinger = (): boolean => window.matchMedia("(pointer: coarse)").matches;

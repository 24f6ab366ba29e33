/**
 * Puts the focus where the person goes on, when what they have pressed goes away.
 *
 * A field that is focused opens the keyboard of a phone over half of the page, so there it is the scene.
 */
export function focusComposer(): void {
  const target = isByFinger() ? ".scene" : ".scene .agk-textarea";
  document.querySelector<HTMLElement>(target)?.focus();
}

/** Whether the page is used by touching it. */
export const isByFinger = (): boolean => window.matchMedia("(pointer: coarse)").matches;

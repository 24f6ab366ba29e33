import { useSyncExternalStore } from "react";
import { useSettings } from "../settings/settings.tsx";

/**
 * @internal Tests for a key that an input method handles, such as the Enter that accepts a composed word. Safari
 * ends the composition before this key, so that only the key code 229 tells it from other keys.
 */
export function isInputMethodKey(
  event: Pick<globalThis.KeyboardEvent, "isComposing" | "keyCode">,
): boolean {
  return event.isComposing || event.keyCode === 229;
}

const TOUCH = "(pointer: coarse)";

/** @internal True when the main pointer is a finger, so that a focused field opens a keyboard on the screen. */
export function hasCoarsePointer(): boolean {
  return typeof matchMedia === "function" && matchMedia(TOUCH).matches;
}

/**
 * @internal Returns whether Enter submits the text of a field, by the settings or else by the pointer: the keyboard
 * of a touch screen has no Shift+Enter for a line break.
 */
export function useSubmitOnEnter(): boolean {
  const { submitOnEnter } = useSettings();
  const isTouch = useSyncExternalStore(subscribePointer, hasCoarsePointer, () => false);
  return submitOnEnter ?? !isTouch;
}

function subscribePointer(listener: () => void): () => void {
  if (typeof matchMedia !== "function") return () => {};
  const query = matchMedia(TOUCH);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

import type { KeyboardEvent } from "react";
import { useSyncExternalStore } from "react";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
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
 * @internal Returns true when Enter submits the text of a field: by the settings, or else by the pointer. The keyboard
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

/** @internal Returns a key handler that stops the run on Escape, unless an element inside has handled the key. */
export function useStopOnEscape(): (event: KeyboardEvent) => void {
  const { stop, isRunning } = useAgentRun();
  return (event) => {
    if (!isRunning || !isFreeEscape(event)) return;
    event.preventDefault();
    stop();
  };
}

/**
 * @internal Tests for an Escape key that no element inside and no input method has handled, and that closes no dialog
 * or popover.
 */
export function isFreeEscape(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || event.defaultPrevented) return false;
  return !isInputMethodKey(event.nativeEvent) && !closesOverlay(event);
}

function closesOverlay({ target, currentTarget }: KeyboardEvent): boolean {
  // An event from a React portal comes from an element that is elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  const dialog = target.closest("dialog");
  if (dialog !== currentTarget && currentTarget.contains(dialog) && dialog?.matches(":modal")) {
    return true;
  }
  // Escape does not close a `manual` popover.
  return [...currentTarget.ownerDocument.querySelectorAll<HTMLElement>("[popover]")].some(
    (popover) =>
      popover.popover !== "manual" &&
      popover.matches(":popover-open") &&
      !popover.contains(currentTarget),
  );
}

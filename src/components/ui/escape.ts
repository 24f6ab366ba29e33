import type { KeyboardEvent } from "react";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { isInputMethodKey } from "./enterKey.ts";

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

import type { KeyboardEvent } from "react";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";

/** @internal A key handler that stops the run on Escape, unless something inside used the key. */
export function useStopOnEscape(): (event: KeyboardEvent) => void {
  const { stop, isRunning } = useAgentRun();
  return (event) => {
    if (!isRunning || !isFreeEscape(event)) return;
    event.preventDefault();
    stop();
  };
}

/**
 * @internal Whether Escape was pressed, and neither something inside nor an input method used it, and nothing is in
 * front that the browser closes with it.
 */
export function isFreeEscape(event: KeyboardEvent): boolean {
  const isFree = event.key === "Escape" && !event.defaultPrevented && !isInputMethodKey(event);
  return isFree && !isOfAnother(event);
}

function isOfAnother({ target, currentTarget }: KeyboardEvent): boolean {
  // What is only drawn from inside is somewhere else on the page.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  const dialog = target.closest("dialog");
  if (dialog !== currentTarget && currentTarget.contains(dialog) && dialog?.matches(":modal")) {
    return true;
  }
  // One that is `manual`, as a note that goes by itself, knows nothing of the key.
  return [...currentTarget.ownerDocument.querySelectorAll<HTMLElement>("[popover]")].some(
    (one) =>
      one.popover !== "manual" && one.matches(":popover-open") && !one.contains(currentTarget),
  );
}

/** @internal 229 is what browsers report for a key the input method has taken, also after it has closed. */
export function isInputMethodKey({
  nativeEvent: { isComposing, keyCode },
}: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

import type { KeyboardEvent } from "react";
import { useAgentRun } from "../hooks/useAgentRun.ts";

/** @internal A key handler that stops the run on Escape, unless something inside used the key. */
export function useStopOnEscape(): (event: KeyboardEvent) => void {
  const { stop, isRunning } = useAgentRun();
  return (event) => {
    if (!isRunning || !isFreeEscape(event)) return;
    event.preventDefault();
    stop();
  };
}

/** @internal Whether Escape was pressed, and neither something inside nor an input method used it. */
export function isFreeEscape(event: KeyboardEvent): boolean {
  return event.key === "Escape" && !event.defaultPrevented && !isOfInputMethod(event);
}

/** @internal 229 is what browsers report for a key the input method has taken, also after it has closed. */
export function isOfInputMethod({ nativeEvent: { isComposing, keyCode } }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

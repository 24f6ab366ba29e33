import type { KeyboardEvent } from "react";
import { isFreeEscape, useStopOnEscape } from "../ui/escape.ts";

/**
 * @internal A key handler of a surface: Escape stops the run while one goes on, and closes the surface otherwise.
 * What is open inside, and what is only drawn from inside, keeps the key.
 */
export function useEscape(
  close: () => void,
  canClose: () => boolean = () => true,
): (event: KeyboardEvent<HTMLElement>) => void {
  const stopOnEscape = useStopOnEscape();
  return (event) => {
    if (!isFreeEscape(event)) return;
    stopOnEscape(event);
    if (event.isDefaultPrevented() || !canClose()) return;
    event.preventDefault();
    close();
  };
}

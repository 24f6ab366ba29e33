import type { KeyboardEvent } from "react";
import { isFreeEscape, useStopOnEscape } from "../ui/escape.ts";

/**
 * @internal Returns a key handler for a surface: Escape stops a run, or closes the surface when nothing runs.
 * Open elements inside, and portals rendered from inside, handle the key themselves.
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

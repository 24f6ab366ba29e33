import { useState } from "react";

/** Whether a surface is open, by the application or by itself. */
export interface OpenProps {
  /** Whether it is open, where the application says so; with it, `onOpenChange` is all that happens. */
  readonly open?: boolean | undefined;
  /** Whether it is open at first, where the application does not say. @defaultValue false */
  readonly defaultOpen?: boolean | undefined;
  /** Called when a person opens or closes it. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** @internal Returns whether it is open, and what opens and closes it. */
export function useOpenState({
  open,
  defaultOpen = false,
  onOpenChange,
}: OpenProps): readonly [isOpen: boolean, setOpen: (open: boolean) => void] {
  const [ownState, setOwnState] = useState(defaultOpen);
  const isOpen = open ?? ownState;
  const setOpen = (next: boolean) => {
    if (next === isOpen) return;
    // Also of a controlled one, so that it stays as it is where the application lets go of it.
    setOwnState(next);
    onOpenChange?.(next);
  };
  return [isOpen, setOpen];
}

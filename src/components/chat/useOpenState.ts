import { useState } from "react";

/** Open state of a popup or sidebar, controlled by the application or by the component. */
export interface OpenProps {
  /** Open state, when the application controls it with `onOpenChange`. */
  readonly open?: boolean | undefined;
  /** Initial open state, when the application does not control it. @defaultValue false */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the user opens or closes the chat. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** @internal Returns the open state, and a function that changes it. */
export function useOpenState({
  open,
  defaultOpen = false,
  onOpenChange,
}: OpenProps): readonly [isOpen: boolean, setOpen: (open: boolean) => void] {
  const [ownState, setOwnState] = useState(defaultOpen);
  const isOpen = open ?? ownState;
  const setOpen = (next: boolean) => {
    if (next === isOpen) return;
    // Records the state while it is controlled, so that it survives when `open` becomes `undefined`.
    setOwnState(next);
    onOpenChange?.(next);
  };
  return [isOpen, setOpen];
}

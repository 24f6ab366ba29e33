import type { ReactNode } from "react";
import { useFocusComposer } from "../composer/composerFocus.ts";

interface OnceButtonProps {
  readonly label: string;
  readonly onPress: () => unknown;
}

/** @internal A button that goes when it is pressed, and leaves the focus where the person writes. */
export function OnceButton({ label, onPress }: OnceButtonProps): ReactNode {
  const focusComposer = useFocusComposer();
  return (
    <button
      type="button"
      className="agk-button"
      onClick={({ currentTarget }) => {
        focusComposer(currentTarget);
        onPress();
      }}
    >
      {label}
    </button>
  );
}

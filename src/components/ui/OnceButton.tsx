import type { ReactNode } from "react";
import { useFocusComposer } from "../composer/composerFocus.ts";

interface OnceButtonProps {
  readonly label: string;
  readonly onPress: () => unknown;
}

/**
 * @internal Renders a button for an action that removes the button, such as "Try again". Moves focus to
 * the composer first, because a browser drops the focus of a removed element.
 */
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

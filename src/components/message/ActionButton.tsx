import { type ReactNode, useContext } from "react";
import { NearViewportContext } from "../../hooks/internal/nearViewportContext.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";

/** @internal Props of an `ActionButton`. */
export interface ActionButtonProps {
  readonly action: string;
  readonly icon: IconName;
  readonly label: string;
  /** Set for a toggle button. */
  readonly isPressed?: boolean;
  /** Undefined while the action is unavailable. The button is then `aria-disabled`: `disabled` would drop the focus. */
  readonly onPress: ((button: HTMLElement) => void) | undefined;
}

/** @internal Renders a small button with an icon. */
export function ActionButton(props: ActionButtonProps): ReactNode {
  const { action, icon, label, isPressed, onPress } = props;
  return (
    <IconButton
      className="agk-action agk-quiet"
      data-action={action}
      label={label}
      aria-pressed={isPressed}
      aria-disabled={onPress === undefined}
      onClick={({ currentTarget }) => {
        // Safari does not focus a button on click, and the focus must be known when the button unmounts.
        currentTarget.focus();
        onPress?.(currentTarget);
      }}
    >
      {useContext(NearViewportContext) && <Icon name={icon} />}
    </IconButton>
  );
}

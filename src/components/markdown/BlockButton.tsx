import { type ReactNode, useContext } from "react";
import { NearViewportContext } from "../../hooks/internal/nearViewportContext.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";

interface BlockButtonProps {
  icon: IconName;
  /** Name of the button, which its tooltip shows. */
  label: string;
  /** Set for a toggle button. */
  isPressed?: boolean;
  onPress: (button: HTMLButtonElement) => void;
}

/** Renders a small button of a code block or a table. */
export function BlockButton(props: BlockButtonProps): ReactNode {
  const { icon, label, isPressed, onPress } = props;
  return (
    <IconButton
      className="agk-quiet"
      label={label}
      aria-pressed={isPressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {useContext(NearViewportContext) && <Icon name={icon} />}
    </IconButton>
  );
}

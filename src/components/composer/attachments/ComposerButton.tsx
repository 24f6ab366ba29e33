import type { ReactNode } from "react";
import { IconButton } from "../../tooltip/IconButton.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";

interface ComposerButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly onPress: (button: Element) => void;
  /** State of a toggle button. */
  readonly isPressed?: boolean;
  /** Recording time beside the icon. Not part of the name, because screen readers would read it every second. */
  readonly time?: string;
  /** @defaultValue "agk-composer-tool" */
  readonly className?: string;
}

/** Renders an icon button beside the field of a composer. */
export function ComposerButton(props: ComposerButtonProps): ReactNode {
  const { label, icon, onPress, isPressed, time, className = "agk-composer-tool" } = props;
  return (
    <IconButton
      className={className}
      label={label}
      aria-pressed={isPressed}
      data-time={time}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <Icon name={icon} />
    </IconButton>
  );
}

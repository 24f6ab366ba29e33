import type { ReactNode } from "react";
import { StrokeIcon } from "../../ui/Icon.tsx";

interface IconButtonProps {
  readonly label: string;
  /** Strokes on a 16 × 16 grid, as those of `Icon`, loaded with what uses them. */
  readonly path: string;
  readonly onPress: (button: Element) => void;
  /** Of a button that stays pressed. */
  readonly isPressed?: boolean;
  /** Seen beside the sign, and not in the name: what has the focus would be read again with each second. */
  readonly time?: string;
  /** @defaultValue "agk-composer-tool" */
  readonly className?: string;
}

/** A button beside the field of a composer. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, path, onPress, isPressed, time, className = "agk-composer-tool" } = props;
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      data-time={time}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <StrokeIcon path={path} />
    </button>
  );
}

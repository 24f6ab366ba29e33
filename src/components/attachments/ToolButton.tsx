import type { ReactNode } from "react";

interface ToolButtonProps {
  readonly label: string;
  /** Strokes on a 16 × 16 grid, as those of `Icon`, loaded with what uses them. */
  readonly path: string;
  readonly onPress: (button: Element) => void;
  /** Of a button that stays pressed. */
  readonly isPressed?: boolean;
  /** What is seen beside the sign. */
  readonly children?: ReactNode;
  /** @defaultValue "agk-composer-tool" */
  readonly className?: string;
}

/** A button beside the field of a composer. */
export function ToolButton(props: ToolButtonProps): ReactNode {
  const { label, path, onPress, isPressed, children, className = "agk-composer-tool" } = props;
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <svg className="agk-icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
      {children}
    </button>
  );
}

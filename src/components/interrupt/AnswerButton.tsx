import type { ReactNode } from "react";

interface AnswerButtonProps {
  /** @defaultValue a button like any other */
  readonly variant?: "primary" | "quiet";
  /** The panel it opens. */
  readonly opens?: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** @internal A button that keeps the focus, and can be read, while it does nothing. */
export function AnswerButton({
  variant,
  opens,
  isDisabled,
  onClick,
  children,
}: AnswerButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="agk-button"
      data-variant={variant}
      data-opens={opens}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}

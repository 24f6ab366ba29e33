import { type ComponentPropsWithoutRef, type ReactNode, useId } from "react";
import { type TooltipTrigger, useTooltip } from "../tooltip/useTooltip.tsx";

interface HintedButtonProps
  extends Omit<ComponentPropsWithoutRef<"button">, "title" | keyof TooltipTrigger> {
  /** Explanation of the button, in its tooltip and description; undefined where its text needs none. */
  readonly hint: string | undefined;
  /** Ids of other texts that describe the button. */
  readonly describedBy?: string | undefined;
  readonly children: string;
}

/** @internal Renders a button of text, with an explanation for all users. */
export function HintedButton({
  hint,
  describedBy,
  children,
  ...props
}: HintedButtonProps): ReactNode {
  const id = useId();
  const [trigger, tooltip] = useTooltip(hint);
  const ids = [describedBy, hint && id].filter(Boolean).join(" ");
  return (
    <>
      <button
        type="button"
        {...props}
        {...(hint ? trigger : undefined)}
        className="agk-button"
        aria-describedby={ids || undefined}
      >
        {children}
        {tooltip}
      </button>
      {/* A description may be hidden; it would be read twice beside the button. */}
      {hint && (
        <span id={id} hidden>
          {hint}
        </span>
      )}
    </>
  );
}

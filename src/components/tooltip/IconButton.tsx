import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type TooltipTrigger, useTooltip } from "./useTooltip.tsx";

interface IconButtonProps
  extends Omit<ComponentPropsWithoutRef<"button">, "aria-label" | "title" | keyof TooltipTrigger> {
  /** Name of the button, which its tooltip shows. */
  readonly label: string;
  /** The icon. */
  readonly children: ReactNode;
}

/**
 * @internal Renders a button with an icon alone. Screen readers get its name from `aria-label`, other users from a
 * tooltip.
 *
 * @example A button of a header
 * ```tsx
 * <IconButton className="agk-quiet" label={strings.close} onClick={onClose}>
 *   <Icon name="close" />
 * </IconButton>
 * ```
 */
export function IconButton({ label, children, ...props }: IconButtonProps): ReactNode {
  const [trigger, tooltip] = useTooltip(label);
  return (
    <button type="button" {...props} {...trigger} aria-label={label}>
      {children}
      {tooltip}
    </button>
  );
}

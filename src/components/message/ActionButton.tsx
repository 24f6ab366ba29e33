import { type ReactNode, useContext } from "react";
import { NearViewportContext } from "../../hooks/internal/nearViewportContext.ts";
import { StrokeIcon } from "../ui/Icon.tsx";

/** SVG path data on a 16 × 16 grid. */
const paths = {
  copy: "M6 5.5h7v8H6zM10 5.500v-3H3v8h3",
  done: "M3 8.5 6.5 12 13 4.5",
  edit: "M10.5 3 13 5.5 5.5 13H3v-2.5z",
  regenerate: "M13 8a5 5 0 1 1-1.500-3.600L13 6M13 2.500V6H9.500",
  readAloud:
    "M2.500 6v4H5l3.500 3V3L5 6zM11 5.500a3.500 3.500 0 0 1 0 5M12.800 3.500a6.400 6.400 0 0 1 0 9",
  stop: "M4.5 4.5h7v7h-7z",
  up: "M5 7v6.500M5 7l2.500-5c1 0 1.700.7 1.700 1.700V6h3a1.300 1.300 0 0 1 1.300 1.500l-.8 4.800a1.300 1.300 0 0 1-1.300 1.200H5M5 7H2.500v6.500H5",
  down: "M11 9V2.500M11 9l-2.500 5c-1 0-1.700-.7-1.700-1.700V10h-3a1.300 1.300 0 0 1-1.300-1.500l.8-4.800A1.300 1.300 0 0 1 4.600 2.500H11M11 9h2.500V2.500H11",
  export: "M8 2.500v7.500M4.500 6.800 8 10.200l3.500-3.400M2.500 13.500h11",
} as const;

/** @internal Props of an `ActionButton`. */
export interface ActionButtonProps {
  readonly action: string;
  readonly icon: keyof typeof paths;
  readonly label: string;
  /** Set for a toggle button. */
  readonly isPressed?: boolean;
  /** Undefined while the action is unavailable. The button is then `aria-disabled`: `disabled` would drop the focus. */
  readonly onPress: ((button: HTMLElement) => void) | undefined;
}

/** @internal Renders a small button with an icon, labeled for screen readers and by its tooltip. */
export function ActionButton(props: ActionButtonProps): ReactNode {
  const { action, icon, label, isPressed, onPress } = props;
  return (
    <button
      type="button"
      className="agk-action agk-quiet"
      data-action={action}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={onPress === undefined}
      onClick={({ currentTarget }) => {
        // Safari does not focus a button on click, and the focus must be known when the button unmounts.
        currentTarget.focus();
        onPress?.(currentTarget);
      }}
    >
      {useContext(NearViewportContext) && <StrokeIcon path={paths[icon]} />}
    </button>
  );
}

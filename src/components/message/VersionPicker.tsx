import type { ReactNode, RefObject } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";

/** @internal Direction in which a {@link VersionPicker} walks. */
export type VersionSide = "previous" | "next";

interface VersionPickerProps {
  /** Counted from 0. */
  readonly index: number;
  readonly count: number;
  /** True to keep both buttons from doing anything. @defaultValue false */
  readonly isDisabled?: boolean;
  readonly className: string;
  /** Called with the pressed button, which has the focus. */
  readonly onWalk: (side: VersionSide) => void;
  readonly group?: RefObject<HTMLDivElement | null>;
  /** Rendered after the buttons. */
  readonly children?: ReactNode;
}

/** @internal Shows which of several versions is on display, with buttons for its neighbours. Renders a `<div role="group">`. */
export function VersionPicker({
  index,
  count,
  isDisabled = false,
  className,
  onWalk,
  group,
  children,
}: VersionPickerProps): ReactNode {
  const strings = useStrings().branches;
  const number = index + 1;
  const renderButton = (side: VersionSide, isAtEnd: boolean) => (
    <IconButton
      className="agk-branch-button agk-quiet"
      data-side={side}
      label={strings[side]}
      // `disabled` would drop the focus.
      aria-disabled={isDisabled || isAtEnd}
      onClick={({ currentTarget }) => {
        if (isDisabled || isAtEnd) return;
        // Safari does not focus a button on click.
        currentTarget.focus();
        onWalk(side);
      }}
    >
      <Icon name="chevron" />
    </IconButton>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and cannot be laid out everywhere
    <div className={className} role="group" aria-label={strings.version(number, count)} ref={group}>
      {renderButton("previous", index === 0)}
      <span className="agk-branch-position" aria-hidden="true">
        {strings.position(number, count)}
      </span>
      {renderButton("next", number === count)}
      {children}
    </div>
  );
}

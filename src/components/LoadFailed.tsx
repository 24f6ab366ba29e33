import type { MouseEvent, ReactNode } from "react";
import type { Retry } from "./late.tsx";
import { useSettings } from "./settings.tsx";

/** @internal Says that a part could not be loaded, with a button that tries again. */
export function LoadFailed({ onRetry }: Retry): ReactNode {
  const { strings } = useSettings();
  const handleClick = ({ currentTarget }: MouseEvent) => {
    // The button that is pressed goes.
    currentTarget.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <>
      <p className="agk-problem" role="alert">
        {strings.loadFailed}
      </p>
      <button type="button" className="agk-button" onClick={handleClick}>
        {strings.retry}
      </button>
    </>
  );
}

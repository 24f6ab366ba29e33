import type { MouseEvent, ReactNode } from "react";
import { useClosedChatStrings } from "../strings/useClosedChatStrings.ts";
import type { Retry } from "../ui/lazyPart.tsx";

interface LoadFailedProps extends Retry {
  /**
   * Moves the focus away from the button, which is about to unmount. @defaultValue the nearest focusable
   * ancestor
   */
  readonly onLeave?: (button: Element) => void;
}

/**
 * @internal Shows that a feature could not be loaded, with a button that tries again. A retry that fails with a network
 * means that a deployment has removed the code: another button reloads the page. Renders a `<div>`.
 */
export function LoadFailed({
  onRetry,
  isRetried,
  onLeave = focusAround,
}: LoadFailedProps): ReactNode {
  const strings = useClosedChatStrings();
  const isOutdated = isRetried && navigator.onLine;
  const handleClick = ({ currentTarget }: MouseEvent) => {
    onLeave(currentTarget);
    onRetry();
  };
  return (
    <div className="agk-load-failed">
      <p className="agk-problem" role="alert">
        {isOutdated ? strings.outdated : strings.loadFailed}
      </p>
      {isOutdated && <ReloadButton />}
      <button type="button" className="agk-button" onClick={handleClick}>
        {strings.retry}
      </button>
    </div>
  );
}

function focusAround(button: Element): void {
  button.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
}

/** @internal Placeholder lines for content that loads. The styles show them after a short delay. */
export function Skeleton(): ReactNode {
  return (
    <div className="agk-skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

/** @internal Renders a button that loads the page again, for code that a deployment has removed. */
export function ReloadButton(): ReactNode {
  const { reload } = useClosedChatStrings();
  return (
    <button type="button" className="agk-button" onClick={() => location.reload()}>
      {reload}
    </button>
  );
}

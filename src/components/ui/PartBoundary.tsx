import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { useConversationKeys } from "./ContentBoundary.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

interface NotDisplayedProps {
  /** Text of the part, shown as plain text. Absent or empty when the part has none. */
  readonly text?: string | undefined;
}

/** @internal Says that a part of the transcript cannot be displayed, and shows its text. */
export function NotDisplayed({ text }: NotDisplayedProps): ReactNode {
  const { notDisplayed } = useStrings();
  return (
    <>
      <p className="agk-problem">{notDisplayed}</p>
      {text && (
        <div className="agk-plain-text" dir="auto">
          {text}
        </div>
      )}
    </>
  );
}

interface PartBoundaryProps extends NotDisplayedProps {
  /** Renders the part again after it has thrown when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

/**
 * @internal Renders a part of the transcript, or its text and a note after the part has thrown, so that the
 * conversation around it stays. React reports the error.
 */
export function PartBoundary({ text, resetKeys, children }: PartBoundaryProps): ReactNode {
  return (
    <ErrorBoundary fallback={<NotDisplayed text={text} />} resetKeys={resetKeys}>
      {children}
    </ErrorBoundary>
  );
}

interface RegionBoundaryProps {
  /** Class of the element that takes the place of the region. Absent for a region that leaves no gap. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * @internal Renders a region of a chat, such as the transcript or the composer. The
 * other regions stay when it throws, and React reports the error. The region is rendered again when the thread, its
 * messages or the status of its run change.
 */
export function RegionBoundary({ className, children }: RegionBoundaryProps): ReactNode {
  const fallback = className !== undefined && (
    <div className={className}>
      <NotDisplayed />
    </div>
  );
  return (
    <ErrorBoundary fallback={fallback} resetKeys={useConversationKeys()}>
      {children}
    </ErrorBoundary>
  );
}

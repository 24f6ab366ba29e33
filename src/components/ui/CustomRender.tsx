import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

interface DrawnProps {
  /** What is shown while that of the application is being loaded, and when it throws. */
  readonly fallback: ReactNode;
  /** What was wrong may be right again when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

/** @internal What the application draws inside of a text, which stays readable without it. */
export function CustomRender({ fallback, resetKeys, children }: DrawnProps): ReactNode {
  return (
    <ErrorBoundary fallback={fallback} resetKeys={resetKeys}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

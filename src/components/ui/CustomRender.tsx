import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

interface CustomRenderProps {
  /** Rendered while the content is suspended, and after it has thrown. */
  readonly fallback: ReactNode;
  /** Renders the content again after it has thrown when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

/** @internal Renders content of the application inside a text, which stays readable when the content fails. */
export function CustomRender({ fallback, resetKeys, children }: CustomRenderProps): ReactNode {
  return (
    <ErrorBoundary fallback={fallback} resetKeys={resetKeys}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

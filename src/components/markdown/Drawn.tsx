import { type ReactNode, Suspense } from "react";
import { Boundary } from "../Boundary.tsx";

interface DrawnProps {
  /** What is shown while that of the application is being loaded, and when it throws. */
  readonly fallback: ReactNode;
  /** What was wrong may be right again when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

/** @internal What the application draws inside of a text, which stays readable without it. */
export function Drawn({ fallback, resetKeys, children }: DrawnProps): ReactNode {
  return (
    <Boundary fallback={fallback} resetKeys={resetKeys}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

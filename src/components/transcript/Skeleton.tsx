import type { ReactNode } from "react";

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

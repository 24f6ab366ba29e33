import type { ReactNode } from "react";

/** @internal Lines that stand for what is being read, seen only when that takes a moment. */
export function Skeleton(): ReactNode {
  return (
    <div className="agk-skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}

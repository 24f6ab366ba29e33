import type { ReactNode } from "react";
import { useMediaQuery } from "./useMediaQuery.ts";

interface SidePanelProps {
  readonly label: string;
  /** What the folded panel says about its content. */
  readonly summary: string;
  /** Whether it is unfolded at first where there is little room. @defaultValue false */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Something beside the conversation; folded above it where there is no room. */
export function SidePanel({ label, summary, isOpen, children }: SidePanelProps): ReactNode {
  const isWide = useMediaQuery("(min-width: 1000px)");
  if (isWide) {
    return (
      <aside className="side-panel" aria-label={label}>
        {children}
      </aside>
    );
  }
  return (
    <details className="side-panel" open={isOpen}>
      <summary>
        {label}: {summary}
      </summary>
      {children}
    </details>
  );
}

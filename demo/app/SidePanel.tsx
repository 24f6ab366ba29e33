import type { ReactNode } from "react";
import { useMediaQuery } from "./useMediaQuery.ts";

interface SidePanelProps {
  readonly label: string;
  /** What the folded panel says about its content. */
  readonly summary: string;
  /** What one has to know of although the panel is folded. */
  readonly notice?: string | undefined;
  /** Whether it is unfolded at first in a window that is narrow, and not low. @defaultValue false */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Something beside the conversation; folded above it where there is no room. */
export function SidePanel({
  label,
  summary,
  notice,
  isOpen = false,
  children,
}: SidePanelProps): ReactNode {
  const isWide = useMediaQuery("(min-width: 1000px)");
  // Beside a panel that is open, nothing would be left for the conversation in a low window.
  const isHigh = useMediaQuery("(min-height: 700px)");
  if (isWide) {
    return (
      <aside className="side-panel" aria-label={label}>
        {children}
      </aside>
    );
  }
  return (
    <details className="side-panel" open={isOpen && isHigh}>
      <summary>
        <span className="panel-summary">
          {label}: {summary}
        </span>
        <span className="panel-notice" role="status">
          {notice}
        </span>
      </summary>
      {children}
    </details>
  );
}

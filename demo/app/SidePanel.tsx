import type { ReactNode } from "react";
import { useMediaQuery } from "./useMediaQuery.ts";

interface SidePanelProps {
  readonly label: string;
  /** Summary of the content while the panel is folded. */
  readonly summary: string;
  /** Notice that stays visible while the panel is folded. */
  readonly notice?: string | undefined;
  /**
   * True when the panel starts unfolded in a window that is narrow but not low.
   * @defaultValue false
   */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Renders a panel beside the conversation, folded above it in a narrow window. */
export function SidePanel({
  label,
  summary,
  notice,
  isOpen = false,
  children,
}: SidePanelProps): ReactNode {
  const isWide = useMediaQuery("(min-width: 1000px)");
  // In a low window, an open panel would leave no room for the conversation.
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

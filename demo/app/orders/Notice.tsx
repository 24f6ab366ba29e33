import type { ReactNode } from "react";

interface NoticeProps {
  readonly text: string | undefined;
  readonly onClose: () => void;
}

/**
 * Renders an unobtrusive notice in the corner that stays until the user closes it or another
 * replaces it.
 */
export function Notice({ text, onClose }: NoticeProps): ReactNode {
  return (
    // Rendered before its text, because screen readers announce only changes of a live region.
    <div className="notice-region" role="status">
      {text !== undefined && (
        <div className="notice" key={text}>
          <span className="notice-icon" aria-hidden="true">
            ✓
          </span>
          <span>{text}</span>
          <button type="button" aria-label="Close the notice" onClick={onClose}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
      )}
    </div>
  );
}

import type { ReactNode } from "react";

interface NoticeProps {
  readonly text: string | undefined;
  readonly onClose: () => void;
}

/** A quiet word in the corner of the conversation. It stays until it is closed, or another comes. */
export function Notice({ text, onClose }: NoticeProps): ReactNode {
  return (
    // There before the words are, or they would not be read out.
    <div className="notice-place" role="status">
      {text !== undefined && (
        <div className="notice" key={text}>
          <span className="notice-sign" aria-hidden="true">
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

import type { ReactNode } from "react";

/** @internal A sheet of paper: an `Icon` that is loaded with what shows files, and not at first. */
export function FileIcon(): ReactNode {
  return (
    <svg className="agk-icon" data-icon="file" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M9 2H4.5v12h7V4.5zM9 2v2.5h2.5" />
    </svg>
  );
}

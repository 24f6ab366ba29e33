import type { ReactNode } from "react";
import { useClosedChatStrings } from "../strings/useClosedChatStrings.ts";

/** @internal Renders a button that loads the page again, for code that a deployment has removed. */
export function ReloadButton(): ReactNode {
  const { reload } = useClosedChatStrings();
  return (
    <button type="button" className="agk-button" onClick={() => location.reload()}>
      {reload}
    </button>
  );
}

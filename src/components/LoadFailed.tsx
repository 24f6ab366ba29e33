import type { ReactNode } from "react";
import { useSettings } from "./settings.tsx";

/** @internal Says that a part could not be loaded, with a button that tries again. */
export function LoadFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { strings } = useSettings();
  return (
    <>
      <p className="agk-problem" role="alert">
        {strings.loadFailed}
      </p>
      <button type="button" className="agk-button" onClick={onRetry}>
        {strings.retry}
      </button>
    </>
  );
}

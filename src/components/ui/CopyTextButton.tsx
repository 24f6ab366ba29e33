import { type ReactNode, useEffect, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";

/** Duration of the confirmation on the button, in milliseconds. */
const COPIED_MS = 2000;

interface CopyTextButtonProps {
  /** Returns the text to copy; called when the button is pressed. */
  readonly getText: () => string;
}

type CopyState = "none" | "copied" | "failed";

/** @internal Renders a button that copies a text, and confirms that it did. */
export function CopyTextButton({ getText }: CopyTextButtonProps): ReactNode {
  const { actions, markdown } = useStrings();
  const [state, setState] = useState<CopyState>("none");
  useEffect(() => {
    if (state === "none") return;
    const timer = setTimeout(setState, COPIED_MS, "none");
    return () => clearTimeout(timer);
  }, [state]);
  const handleClick = async () => {
    try {
      // Without HTTPS, `navigator.clipboard` is undefined, and the call throws as well.
      await navigator.clipboard.writeText(getText());
      setState("copied");
    } catch {
      setState("failed");
    }
  };
  const labels = { none: markdown.copy, copied: markdown.copied, failed: actions.copyFailed };
  return (
    <>
      <button type="button" className="agk-button" onClick={() => void handleClick()}>
        {labels[state]}
      </button>
      {/* Mounted before it has content: screen readers announce only changes to a live region. */}
      <span className="agk-sr-only" role="status">
        {state !== "none" && labels[state]}
      </span>
    </>
  );
}

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useLabels } from "./lateLabels.ts";
import type { CodeToolsProps } from "./options.ts";
import { codeBeside, useHighlight } from "./useHighlight.ts";

/** How long the button says that it has copied. */
const COPIED_MS = 2000;

/** Buttons of a block of code, which copy it and break its long lines; and its colours. */
export function CodeTools(props: CodeToolsProps): ReactNode {
  const { text, isWrapped, onWrap } = props;
  const labels = useLabels();
  const [isCopied, setIsCopied] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  useHighlight(props, copyButton);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setIsCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function handleCopy({ currentTarget }: MouseEvent) {
    setIsUsed(true);
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // No clipboard without HTTPS or permission: leave the code selected, one keystroke away.
      const content = codeBeside(currentTarget);
      if (content) getSelection()?.selectAllChildren(content);
    }
  }

  return (
    <>
      <button type="button" aria-pressed={isWrapped} onClick={() => onWrap(!isWrapped)}>
        {labels.wrap}
      </button>
      <button ref={copyButton} type="button" onClick={handleCopy}>
        {isCopied ? labels.copied : labels.copy}
      </button>
      {/* There before it has something to say, as it would not be heard else. */}
      {isUsed && (
        <span className="agk-sr-only" role="status">
          {isCopied && labels.copied}
        </span>
      )}
    </>
  );
}

import { type MouseEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { MarkdownContext } from "../markdownContext.ts";
import { codeBeside, type HighlightRequest, useHighlight } from "./useHighlight.ts";

/** Duration of the confirmation on the copy button. */
const COPIED_MS = 2000;

export interface CodeToolsProps extends HighlightRequest {
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
}

/** Renders the buttons of a code block, which copy it and wrap its long lines, and highlights the code. */
export function CodeTools(props: CodeToolsProps): ReactNode {
  const { text, isWrapped, onWrap } = props;
  const { labels } = useContext(MarkdownContext);
  const [isCopied, setIsCopied] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  useHighlight(props, copyButton);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setIsCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function handleCopy({ currentTarget }: MouseEvent) {
    setWasPressed(true);
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The clipboard needs HTTPS and a permission: without them, the code is selected for the copy shortcut.
      const code = codeBeside(currentTarget);
      if (code) getSelection()?.selectAllChildren(code);
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
      {/* Mounted before it has content: screen readers announce only changes to a live region. */}
      {wasPressed && (
        <span className="agk-sr-only" role="status">
          {isCopied && labels.copied}
        </span>
      )}
    </>
  );
}

import { type ReactNode, useContext, useEffect, useState } from "react";
import { BlockButton } from "./BlockButton.tsx";
import { MarkdownContext } from "./markdownContext.ts";

/** Duration of the confirmation on the button, in milliseconds. */
const COPIED_MS = 2000;

interface CopyBlockButtonProps {
  /** Copies the block. */
  copy: () => Promise<void>;
  /** Returns the element with the text of the block, which is selected when copying fails. */
  findText: (button: Element) => Element | null | undefined;
}

/** Renders a button that copies a block of Markdown, and confirms that it did. */
export function CopyBlockButton({ copy, findText }: CopyBlockButtonProps): ReactNode {
  const { labels } = useContext(MarkdownContext);
  const [isCopied, setIsCopied] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setIsCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function handleCopy(button: HTMLButtonElement) {
    setWasPressed(true);
    try {
      await copy();
      setIsCopied(true);
    } catch {
      // The clipboard needs HTTPS and a permission: without them, the text is selected for the copy shortcut.
      const text = findText(button);
      if (text) getSelection()?.selectAllChildren(text);
    }
  }

  return (
    <>
      <BlockButton
        icon={isCopied ? "done" : "copy"}
        label={isCopied ? labels.copied : labels.copy}
        onPress={(button) => void handleCopy(button)}
      />
      {/* Mounted before it has content: screen readers announce only changes to a live region. */}
      {wasPressed && (
        <span className="agk-sr-only" role="status">
          {isCopied && labels.copied}
        </span>
      )}
    </>
  );
}

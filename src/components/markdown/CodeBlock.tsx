import type { Tokens } from "marked";
import { useContext, useEffect, useRef, useState } from "react";
import { decodeEntities } from "./entities.ts";
import { MarkdownContext } from "./options.ts";

/** How long the button says that it has copied. */
const COPIED_MS = 2000;

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ code, outer }: { code: Tokens.Code; outer: object }) {
  const { labels } = useContext(MarkdownContext);
  const [isCopied, setIsCopied] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const content = useRef<HTMLElement>(null);
  const language = decodeEntities(/^\S*/.exec(code.lang ?? "")?.[0] ?? "");
  const text = code.text.replace(/\n$/, "");

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setIsCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function handleCopy() {
    setIsUsed(true);
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // No clipboard without HTTPS or permission: leave the code selected, one keystroke away.
      if (content.current) getSelection()?.selectAllChildren(content.current);
    }
  }

  return (
    <div className="agk-code" {...outer} dir="ltr">
      <div>
        <span>{language}</span>
        <button type="button" onClick={handleCopy}>
          {isCopied ? labels.copied : labels.copy}
        </button>
        {/* There before it has something to say, as it would not be heard else. */}
        {isUsed && (
          <span className="agk-sr-only" role="status">
            {isCopied && labels.copied}
          </span>
        )}
      </div>
      {/* biome-ignore-start lint/a11y: only what has focus scrolls by keyboard, and a fieldset holds controls */}
      <pre role="group" aria-label={`${labels.codeBlock} ${language}`.trim()} tabIndex={0}>
        <code ref={content}>{text}</code>
      </pre>
      {/* biome-ignore-end lint/a11y: above */}
    </div>
  );
}

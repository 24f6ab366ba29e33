import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Drawn } from "./Drawn.tsx";
import { DrawnFormula } from "./DrawnFormula.tsx";
import { type CodeProps, MarkdownContext } from "./options.ts";
import { useHighlighted } from "./useHighlighted.ts";

/** How long the button says that it has copied. */
const COPIED_MS = 2000;

/** A block of code: drawn by the application where it draws this language, else as code. */
export function FullCode(props: CodeProps): ReactNode {
  const { text, language, isOpen, outer } = props;
  const { codeBlocks, math } = useContext(MarkdownContext);
  const plain = <Code {...props} />;
  if (isOpen) return plain;
  const name = language.toLowerCase();
  // An agent may call a language anything, `constructor` too.
  const Part = codeBlocks && Object.hasOwn(codeBlocks, name) ? codeBlocks[name] : undefined;
  if (Part) {
    return (
      <Drawn fallback={plain} resetKeys={[Part, text]}>
        <div className="agk-drawn" {...outer}>
          <Part code={text} language={language} />
        </div>
      </Drawn>
    );
  }
  if (!math || name !== "math") return plain;
  return (
    <DrawnFormula text={text} isDisplay outer={outer}>
      {plain}
    </DrawnFormula>
  );
}

/** Code with its language, and buttons that copy it and break its long lines. */
function Code({ text, language, isOpen, outer }: CodeProps) {
  const { labels } = useContext(MarkdownContext);
  const [isCopied, setIsCopied] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const [isWrapped, setIsWrapped] = useState(false);
  const content = useRef<HTMLElement>(null);
  const highlighted = useHighlighted(text, language, isOpen);

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
    <div className="agk-code" data-wrapped={isWrapped || undefined} {...outer} dir="ltr">
      <div>
        <span>{language}</span>
        <button type="button" aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
          {labels.wrap}
        </button>
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
        <code ref={content}>{highlighted}</code>
      </pre>
      {/* biome-ignore-end lint/a11y: above */}
    </div>
  );
}

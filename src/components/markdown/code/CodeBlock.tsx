import type { Tokens } from "marked";
import { type ReactNode, useContext, useRef, useState } from "react";
import { decodeEntities } from "../decodeEntities.ts";
import { type CaretProps, IsOpenContext, MarkdownContext } from "../markdownContext.ts";
import { renderLongText } from "../renderInParts.tsx";
import { CodeTools } from "./CodeTools.tsx";
import { renderCustomCode } from "./renderCustomCode.tsx";
import type { HighlightedCode } from "./useHighlight.ts";

interface CodeBlockViewProps {
  code: Tokens.Code;
  /** Attributes of the outermost element of the block. */
  outer: object;
  caret: CaretProps;
}

/** Renders a code block with its language and its buttons. */
export function CodeBlock({ code, outer, caret }: CodeBlockViewProps): ReactNode {
  const options = useContext(MarkdownContext);
  const { labels } = options;
  const isOpen = useContext(IsOpenContext) && !hasClosed(code.raw);
  const [isWrapped, setIsWrapped] = useState(false);
  const [highlighted, setHighlighted] = useState<HighlightedCode>();
  const language = decodeEntities(/^\S*/.exec(code.lang ?? "")?.[0] ?? "");
  const text = code.text.endsWith("\n") ? code.text.slice(0, -1) : code.text;
  const isNumbered = options.lineNumbers === true && !isWrapped;
  const isHighlighted = highlighted?.text === text && highlighted.language === language;
  const block = useRef<HTMLDivElement>(null);
  const box = (
    <div
      className="agk-code"
      ref={block}
      data-wrapped={isWrapped || undefined}
      data-numbered={isNumbered || undefined}
      {...outer}
      dir="ltr"
    >
      <div>
        <span>{language}</span>
        <CodeTools
          block={block}
          text={text}
          language={language}
          info={code.lang ?? ""}
          isOpen={isOpen}
          isWrapped={isWrapped}
          onWrap={setIsWrapped}
          onHighlighted={setHighlighted}
        />
      </div>
      {/* biome-ignore-start lint/a11y: a box scrolls by keyboard only when it is focusable, and a fieldset holds controls */}
      <pre role="group" aria-label={`${labels.codeBlock} ${language}`.trim()} tabIndex={0}>
        {/* Generated content, which is neither selected, copied nor found by a search. */}
        {isNumbered && <code aria-hidden="true" data-lines={numberLines(text)} />}
        <code {...caret}>{(isHighlighted && highlighted.node) || divideLines(text)}</code>
      </pre>
      {/* biome-ignore-end lint/a11y: above */}
    </div>
  );
  return (!isOpen && renderCustomCode(options, { text, language, outer, children: box })) || box;
}

/** Tests whether the closing fence has arrived. An indented block has none: the next block closes it. */
function hasClosed(raw: string): boolean {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  return !!fence && new RegExp(`\n {0,3}${fence}[\`~]*[ \t]*\n*$`).test(raw);
}

/** Returns the numbers of the lines of a text, each on a line. */
function numberLines(text: string): string {
  return text
    .split("\n")
    .map((_, index) => index + 1)
    .join("\n");
}

/** Number of characters after which a line begins the next box, so that a delta lays out the last box alone. */
const BOX_LENGTH = 4096;

/** Divides long code into boxes of whole lines; the last one may still grow. */
function divideLines(text: string): ReactNode {
  const boxes: ReactNode[] = [];
  let start = 0;
  let end = text.indexOf("\n", BOX_LENGTH) + 1;
  while (end > 0) {
    boxes.push(<span key={start}>{text.slice(start, end)}</span>);
    start = end;
    end = text.indexOf("\n", start + BOX_LENGTH) + 1;
  }
  // The last line may be very long.
  if (!boxes.length) return renderLongText(text);
  boxes.push(<span key={start}>{renderLongText(text.slice(start))}</span>);
  return boxes;
}

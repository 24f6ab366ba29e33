import type { Tokens } from "marked";
import { type ReactNode, useContext, useState } from "react";
import { decodeEntities } from "./entities.ts";
import { type CaretProps, type Colored, MarkdownContext, OpenContext } from "./options.ts";

/**
 * A block of code with its language. What the extras add once they are loaded, buttons and colours, goes
 * into these same elements: what has the focus, is selected or is scrolled stays so.
 */
export function CodeBlock({ code, outer, caret }: CodeBlockParts): ReactNode {
  const options = useContext(MarkdownContext);
  const { labels, CodeTools, drawCode } = options;
  const isOpen = useContext(OpenContext) && !hasClosed(code.raw);
  const [isWrapped, setIsWrapped] = useState(false);
  const [colored, setColored] = useState<Colored>();
  const language = decodeEntities(/^\S*/.exec(code.lang ?? "")?.[0] ?? "");
  const text = code.text.replace(/\n$/, "");
  const isColored = colored?.text === text && colored.language === language;
  const box = (
    <div className="agk-code" data-wrapped={isWrapped || undefined} {...outer} dir="ltr">
      <div>
        <span>{language}</span>
        {CodeTools && (
          <CodeTools
            text={text}
            language={language}
            isOpen={isOpen}
            isWrapped={isWrapped}
            onWrap={setIsWrapped}
            onColored={setColored}
          />
        )}
      </div>
      {/* biome-ignore-start lint/a11y: only what has focus scrolls by keyboard, and a fieldset holds controls */}
      <pre role="group" aria-label={`${labels.codeBlock} ${language}`.trim()} tabIndex={0}>
        <code {...caret}>{(isColored && colored.node) || text}</code>
      </pre>
      {/* biome-ignore-end lint/a11y: above */}
    </div>
  );
  return (!isOpen && drawCode?.(options, { text, language, outer, children: box })) || box;
}

interface CodeBlockParts {
  code: Tokens.Code;
  outer: object;
  caret: CaretProps;
}

/** Whether the closing fence has arrived. What is indented has none, and closes with what follows. */
function hasClosed(raw: string): boolean {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  return !!fence && new RegExp(`\n {0,3}${fence}[\`~]*[ \t]*\n*$`).test(raw);
}

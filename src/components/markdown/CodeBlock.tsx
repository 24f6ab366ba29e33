import type { Tokens } from "marked";
import { type ReactNode, useContext } from "react";
import { Code } from "./Code.tsx";
import { Drawn } from "./Drawn.tsx";
import { decodeEntities } from "./entities.ts";
import { Formula } from "./Formula.tsx";
import { MarkdownContext, OpenContext } from "./options.ts";

/** A block of code: drawn by the application where it draws this language, else as code. */
export function CodeBlock({ code, outer }: { code: Tokens.Code; outer: object }): ReactNode {
  const { codeBlocks, math } = useContext(MarkdownContext);
  const isOpen = useContext(OpenContext) && !hasClosed(code.raw);
  const language = decodeEntities(/^\S*/.exec(code.lang ?? "")?.[0] ?? "");
  const text = code.text.replace(/\n$/, "");
  const plain = <Code text={text} language={language} isOpen={isOpen} outer={outer} />;
  const name = language.toLowerCase();
  // An agent may call a language anything, `constructor` too.
  const Part = codeBlocks && Object.hasOwn(codeBlocks, name) ? codeBlocks[name] : undefined;
  if (isOpen) return plain;
  if (Part) {
    return (
      <Drawn fallback={plain} resetKeys={[Part, text]}>
        <div className="agk-drawn" {...outer}>
          <Part code={text} language={language} />
        </div>
      </Drawn>
    );
  }
  if (math && name === "math") {
    return (
      <Formula text={text} isDisplay outer={outer}>
        {plain}
      </Formula>
    );
  }
  return plain;
}

/** Whether the closing fence has arrived. What is indented has none, and closes with what follows. */
function hasClosed(raw: string): boolean {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  return !!fence && new RegExp(`\n {0,3}${fence}[\`~]*[ \t]*\n*$`).test(raw);
}

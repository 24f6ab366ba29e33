import type { Tokens } from "marked";
import { type ReactNode, useContext } from "react";
import { decodeEntities } from "./entities.ts";
import { MarkdownContext, OpenContext } from "./options.ts";

/** A block of code with its language; the extras have what can be done with it, in a place that is kept. */
export function CodeBlock({ code, outer }: { code: Tokens.Code; outer: object }): ReactNode {
  const { labels, FullCode: Full } = useContext(MarkdownContext);
  const isOpen = useContext(OpenContext) && !hasClosed(code.raw);
  const language = decodeEntities(/^\S*/.exec(code.lang ?? "")?.[0] ?? "");
  const text = code.text.replace(/\n$/, "");
  if (Full) return <Full text={text} language={language} isOpen={isOpen} outer={outer} />;
  return (
    <div className="agk-code" {...outer} dir="ltr">
      <div>{language}</div>
      {/* biome-ignore-start lint/a11y: only what has focus scrolls by keyboard, and a fieldset holds controls */}
      <pre role="group" aria-label={`${labels.codeBlock} ${language}`.trim()} tabIndex={0}>
        <code>{text}</code>
      </pre>
      {/* biome-ignore-end lint/a11y: above */}
    </div>
  );
}

/** Whether the closing fence has arrived. What is indented has none, and closes with what follows. */
function hasClosed(raw: string): boolean {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
  return !!fence && new RegExp(`\n {0,3}${fence}[\`~]*[ \t]*\n*$`).test(raw);
}

import { type ReactNode, useContext, useMemo } from "react";
import { Drawn } from "./Drawn.tsx";
import { DrawnFormula } from "./DrawnFormula.tsx";
import { type DrawnCodeProps, MarkdownContext } from "./options.ts";

/** A block of code that the application draws; `children` is the code. */
export function DrawnCode({ text, language, outer, children }: DrawnCodeProps): ReactNode {
  const { codeBlocks } = useContext(MarkdownContext);
  const name = language.toLowerCase();
  const Part = codeBlocks && Object.hasOwn(codeBlocks, name) ? codeBlocks[name] : undefined;
  // The same element: what is around it renders with every word that arrives, and drawing takes long.
  const drawn = useMemo(
    () => Part && <Part code={text} language={language} />,
    [Part, text, language],
  );
  if (drawn) {
    return (
      <Drawn fallback={children} resetKeys={[Part, text]}>
        <div className="agk-drawn" {...outer}>
          {drawn}
        </div>
      </Drawn>
    );
  }
  return (
    <DrawnFormula text={text} isDisplay outer={outer}>
      {children}
    </DrawnFormula>
  );
}

import { type ComponentType, type ReactNode, useMemo } from "react";
import { CustomRender } from "../ui/CustomRender.tsx";
import { DrawnFormula } from "./Formula.tsx";
import type { CodeBlockProps, DrawnCodeProps, MarkdownOptions } from "./options.ts";

/** A block of code as the application draws it, where it does; `children` is the code. */
export function drawCode({ codeBlocks, math }: MarkdownOptions, code: DrawnCodeProps): ReactNode {
  const { text, outer, children } = code;
  const name = code.language.toLowerCase();
  // An agent may call a language anything, `constructor` too.
  const Part = codeBlocks && Object.hasOwn(codeBlocks, name) ? codeBlocks[name] : undefined;
  if (Part) return <DrawnCode {...code} Part={Part} />;
  if (!math || name !== "math") return null;
  return (
    <DrawnFormula text={text} isDisplay outer={outer}>
      {children}
    </DrawnFormula>
  );
}

interface DrawnCodeBlockProps extends DrawnCodeProps {
  Part: ComponentType<CodeBlockProps>;
}

function DrawnCode({ Part, text, language, outer, children }: DrawnCodeBlockProps): ReactNode {
  // The same element: what is around it renders with every word that arrives, and drawing takes long.
  const drawn = useMemo(() => <Part code={text} language={language} />, [Part, text, language]);
  return (
    <CustomRender fallback={children} resetKeys={[Part, text]}>
      <div className="agk-drawn" {...outer}>
        {drawn}
      </div>
    </CustomRender>
  );
}

import { type ReactNode, useContext, useMemo } from "react";
import { Drawn } from "./Drawn.tsx";
import { useLabels } from "./lateLabels.ts";
import { MarkdownContext } from "./options.ts";

interface DrawnFormulaProps {
  /** TeX; empty when it was not closed. */
  text: string;
  isDisplay: boolean;
  /** What it is without somebody to draw it. */
  children: ReactNode;
  /** What the outermost element of a block carries; absent in a line. */
  outer: object | undefined;
}

/** A formula, drawn by what the application has given for that. */
export function DrawnFormula({ text, isDisplay, children, outer }: DrawnFormulaProps): ReactNode {
  const { math: Part } = useContext(MarkdownContext);
  const labels = useLabels();
  // The same element: what is around it renders with every word that arrives, and setting takes long.
  const drawn = useMemo(
    () => Part && text && <Part code={text} isDisplay={isDisplay} />,
    [Part, text, isDisplay],
  );
  if (!drawn) return children;
  return (
    <Drawn fallback={children} resetKeys={[Part, text]}>
      {outer ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has focus scrolls by keyboard
        <div role="group" className="agk-table" aria-label={labels.formula} tabIndex={0} {...outer}>
          {drawn}
        </div>
      ) : (
        drawn
      )}
    </Drawn>
  );
}

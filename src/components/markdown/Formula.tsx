import { type ReactNode, useContext, useMemo } from "react";
import { CustomRender } from "../ui/CustomRender.tsx";
import { useLabels } from "./lateLabels.ts";
import { MarkdownContext } from "./options.ts";

interface DrawnFormulaProps {
  /** TeX; empty when it was not closed. */
  text: string;
  isDisplay: boolean;
  /** What it is without somebody to draw it. */
  children: ReactNode;
  /** Whether it is in a link, which cannot hold what takes the focus. */
  isInLink?: boolean | undefined;
  /** What the outermost element of a block carries; absent in a line. */
  outer: object | undefined;
}

/** A formula, drawn by what the application has given for that. */
export function DrawnFormula(props: DrawnFormulaProps): ReactNode {
  const { text, isDisplay, isInLink, children, outer } = props;
  const { math: Part } = useContext(MarkdownContext);
  const labels = useLabels();
  // The same element: what is around it renders with every word that arrives, and setting takes long.
  const drawn = useMemo(
    () => Part && text && <Part code={text} isDisplay={isDisplay} />,
    [Part, text, isDisplay],
  );
  if (!drawn) return children;
  // A paragraph holds no `<div>`.
  const Box = outer ? "div" : "span";
  return (
    <CustomRender fallback={children} resetKeys={[Part, text]}>
      {isDisplay && !isInLink ? (
        // It has focus, as only what has that scrolls by keyboard.
        <Box
          className="agk-table agk-drawn"
          role="group"
          aria-label={labels.formula}
          tabIndex={0}
          {...outer}
        >
          {drawn}
        </Box>
      ) : (
        <span className="agk-drawn">{drawn}</span>
      )}
    </CustomRender>
  );
}

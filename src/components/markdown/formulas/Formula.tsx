import { type ReactNode, useContext, useMemo } from "react";
import { CustomRender } from "../../ui/ErrorBoundary.tsx";
import { MarkdownContext } from "../markdownContext.ts";

interface FormulaProps {
  /** TeX; empty for a formula that is not closed. */
  text: string;
  isDisplay: boolean;
  /** The source, shown without a `math` component. */
  children: ReactNode;
  /** True inside a link, which must not contain a focusable element. */
  isInLink?: boolean | undefined;
  /** Attributes of the outermost element of a block; undefined for an inline formula. */
  outer: object | undefined;
}

/** Renders a formula with the `math` component of the application. */
export function Formula(props: FormulaProps): ReactNode {
  const { text, isDisplay, isInLink, children, outer } = props;
  const { math: Part, labels } = useContext(MarkdownContext);
  // A stable element: the paragraph around it renders with every delta, and typesetting is slow.
  const rendered = useMemo(
    () => Part && text && <Part code={text} isDisplay={isDisplay} />,
    [Part, text, isDisplay],
  );
  if (!rendered) return children;
  // A paragraph cannot contain a `<div>`.
  const Box = outer ? "div" : "span";
  return (
    <CustomRender fallback={children} resetKeys={[Part, text]}>
      {isDisplay && !isInLink ? (
        // Focusable, because only then it scrolls by keyboard.
        <Box
          className="agk-table agk-custom"
          role="group"
          aria-label={labels.formula}
          tabIndex={0}
          {...outer}
        >
          {rendered}
        </Box>
      ) : (
        <span className="agk-custom">{rendered}</span>
      )}
    </CustomRender>
  );
}

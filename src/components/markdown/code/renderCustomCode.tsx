import { type ComponentType, type ReactNode, useMemo } from "react";
import { CustomRender } from "../../ui/ErrorBoundary.tsx";
import { Formula } from "../formulas/Formula.tsx";
import type { CodeBlockProps, MarkdownOptions } from "../markdownOptions.ts";

interface CustomCodeProps {
  text: string;
  language: string;
  /** Attributes of the outermost element of the block. */
  outer: object;
  /** The code block, shown when the custom component throws. */
  children: ReactNode;
}

/** Renders a code block with the component that the application has for its language; `null` without one. */
export function renderCustomCode(
  { codeBlocks, math }: MarkdownOptions,
  code: CustomCodeProps,
): ReactNode {
  const { text, outer, children } = code;
  const name = code.language.toLowerCase();
  // Own properties only, because a model may write any language, even `constructor`.
  const Part = codeBlocks && Object.hasOwn(codeBlocks, name) ? codeBlocks[name] : undefined;
  if (Part) return <CustomCodeBlock {...code} Part={Part} />;
  if (!math || name !== "math") return null;
  return (
    <Formula text={text} isDisplay outer={outer}>
      {children}
    </Formula>
  );
}

interface CustomCodeBlockProps extends CustomCodeProps {
  Part: ComponentType<CodeBlockProps>;
}

function CustomCodeBlock(props: CustomCodeBlockProps): ReactNode {
  const { Part, text, language, outer, children } = props;
  // A stable element: the text around it renders with every delta, and a diagram is slow to render.
  const rendered = useMemo(() => <Part code={text} language={language} />, [Part, text, language]);
  return (
    <CustomRender fallback={children} resetKeys={[Part, text]}>
      <div className="agk-custom" {...outer}>
        {rendered}
      </div>
    </CustomRender>
  );
}

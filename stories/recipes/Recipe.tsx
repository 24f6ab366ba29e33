import type { ReactNode } from "react";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { PageFrame } from "../pages/PageFrame.tsx";
import { storyBody } from "../pages/readDocument.ts";

interface RecipeProps {
  readonly title: string;
  readonly lead: string;
  /** Text of a page of `docs/`, whose code the tests compile. */
  readonly document: string;
}

/** Renders a page of `docs/` with the Markdown of the kit. */
export function Recipe({ title, lead, document }: RecipeProps): ReactNode {
  return (
    <PageFrame group="Recipes" title={title} lead={lead}>
      <div className="book-answer">
        <Markdown text={storyBody(document)} />
      </div>
    </PageFrame>
  );
}

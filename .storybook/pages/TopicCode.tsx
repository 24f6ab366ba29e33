import type { ReactNode } from "react";
import { CodeExample } from "../../stories/pages/CodeExample.tsx";
import type { CodeReference } from "../../stories/pages/pageText.ts";
import { codeBlockAfter } from "../../stories/pages/readDocument.ts";

/** Documents by path. Only pages load them, and stories do not. */
const documents = import.meta.glob<string>("../../docs/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

interface TopicCodeProps {
  readonly code: readonly CodeReference[];
  /** Title of the recipe about the topic. */
  readonly recipe: string | undefined;
}

/** Renders code for the topic of a page, and a link to its recipe. */
export function TopicCode({ code, recipe }: TopicCodeProps): ReactNode {
  return (
    <section className="book-section">
      <h2>Code</h2>
      {code.map(({ document, after }) => (
        <div className="book-example" key={after}>
          <CodeExample {...codeBlockAfter(documents[`../../docs/${document}.md`] ?? "", after)} />
        </div>
      ))}
      {recipe && (
        <p>
          <a href={`./?path=/docs/${recipeId(recipe)}`} target="_top">
            Read the recipe “{recipe}”
          </a>
        </p>
      )}
    </section>
  );
}

/** Returns the id that Storybook gives to the page of a recipe. */
function recipeId(title: string): string {
  return `recipes-${title.toLowerCase().replaceAll(" ", "-")}--overview`;
}

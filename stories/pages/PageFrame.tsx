import type { ReactNode } from "react";

interface PageFrameProps {
  readonly group: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** Renders a page of Storybook that documents no single component. Its styles are in `.storybook/pages/`. */
export function PageFrame({ group, title, lead, children }: PageFrameProps): ReactNode {
  return (
    <article className="book-page sb-unstyled">
      <header className="book-header">
        <p className="book-group">{group}</p>
        <h1>{title}</h1>
        <p className="book-lead">{lead}</p>
      </header>
      {children}
    </article>
  );
}

import type { ReactNode } from "react";

/** @internal Shows JSON, or text, in a box of limited height. Renders a `<pre>`. */
export function Source({ text }: { readonly text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <pre className="agk-source" dir={/^\s*[[{]/.test(text) ? "ltr" : "auto"} tabIndex={0}>
      {text}
    </pre>
  );
}

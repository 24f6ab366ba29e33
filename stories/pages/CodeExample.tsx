import type { ReactNode } from "react";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";

interface CodeExampleProps {
  readonly code: string;
  readonly language?: string;
}

/** Renders code that readers copy, with the code block of the kit. */
export function CodeExample({ code, language = "tsx" }: CodeExampleProps): ReactNode {
  return <Markdown text={`\`\`\`\`${language}\n${code}\n\`\`\`\``} />;
}

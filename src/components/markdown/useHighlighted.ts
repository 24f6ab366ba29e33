import { type ReactNode, useContext, useEffect, useState } from "react";
import { MarkdownContext } from "./options.ts";

/** Longer code is shown without colours, which would be thousands of elements. */
const MAX_LENGTH = 20_000;

/**
 * A block of code with its colours once it has them; until then, and when it cannot have any, as it is.
 *
 * @param isOpen whether more of it is coming: then nothing is done
 */
export function useHighlighted(code: string, language: string, isOpen: boolean): ReactNode {
  const { highlight } = useContext(MarkdownContext);
  const [done, setDone] = useState<{ code: string; language: string; node: ReactNode }>();
  const isWanted = highlight !== false && !isOpen && !!language && code.length <= MAX_LENGTH;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const color = async () => {
      const paint = highlight || (await import("./highlightCode.ts")).highlightCode;
      const node = await paint(code, language);
      if (isCurrent) setDone({ code, language, node });
    };
    // What could not be loaded, or threw, leaves the code as it is.
    color().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [isWanted, highlight, code, language]);
  const isDone = isWanted && done?.code === code && done.language === language;
  return (isDone && done.node) || code;
}

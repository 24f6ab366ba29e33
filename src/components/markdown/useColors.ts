import { useContext, useEffect } from "react";
import { type CodeToolsProps, MarkdownContext } from "./options.ts";

/** Longer code is shown without colours, which would be thousands of elements. */
const MAX_LENGTH = 20_000;

/** Has a block of code given its colours, once all of it is there. */
export function useColors({ text, language, isOpen, onColored }: CodeToolsProps): void {
  const { highlight } = useContext(MarkdownContext);
  const isWanted = highlight !== false && !isOpen && !!language && text.length <= MAX_LENGTH;
  useEffect(() => {
    if (!isWanted) {
      onColored(undefined);
      return;
    }
    const stop = new AbortController();
    const { signal } = stop;
    const color = async () => {
      const paint = highlight || (await import("./highlightCode.ts")).highlightCode;
      if (signal.aborted) return;
      const node = await paint(text, language, signal);
      if (!signal.aborted) onColored({ text, language, node });
    };
    // What could not be loaded, or threw, leaves the code as it is.
    color().catch(() => {});
    return () => stop.abort();
  }, [isWanted, highlight, text, language, onColored]);
}

import type { useThread } from "../../hooks/useThread.ts";
import { type ExportMarkdownOptions, exportMarkdown } from "../../store/exportMarkdown.ts";

/** @internal Gives the person the conversation as a file. */
export function downloadMarkdown(
  thread: ReturnType<typeof useThread>,
  fileName: string,
  authors: ExportMarkdownOptions["authors"],
): void {
  const text = exportMarkdown(thread, { authors });
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName}.md`;
  link.click();
  // Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

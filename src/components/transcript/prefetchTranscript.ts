import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { prefetchHighlighter } from "../markdown/code/highlighter.ts";
import { preloadSchemaForm } from "../schemaForm/SchemaForm.tsx";
import type { ChatSettingsProps } from "../settings/settings.tsx";

/**
 * @internal Loads the lazy features that the next message or interrupt may need, once the browser is idle: the default
 * highlighter, if it is used, and the form, which the user fills in at once.
 *
 * @returns A function that cancels this.
 */
export function prefetchTranscript({
  components,
  markdown = {},
  renderMarkdown,
}: Pick<ChatSettingsProps, "components" | "markdown" | "renderMarkdown">): () => void {
  const rendersCode = !renderMarkdown && !components?.Markdown;
  if (rendersCode && markdown.highlight === undefined) prefetchHighlighter();
  return prefetchWhenIdle(preloadSchemaForm);
}

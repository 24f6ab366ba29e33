import { prefetchWhenIdle } from "../../protocol/runtime.ts";
import { prefetchMarkdown } from "../markdown/useExtras.ts";
import { preloadSchemaForm } from "../schemaForm/SchemaForm.tsx";
import type { ChatSettingsProps } from "../settings/settings.tsx";

/**
 * @internal Loads the lazy features that the next message or interrupt may need, once the browser is idle: Markdown,
 * unless the application renders it, and the form, which the user fills in at once.
 *
 * @returns A function that cancels this.
 */
export function prefetchTranscript({
  components,
  markdown = {},
  renderMarkdown,
}: Pick<ChatSettingsProps, "components" | "markdown" | "renderMarkdown">): () => void {
  if (!renderMarkdown && !components?.Markdown) prefetchMarkdown(markdown);
  return prefetchWhenIdle(preloadSchemaForm);
}

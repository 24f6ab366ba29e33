/** Escapes user text as one line of literal Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#|~$]/g, "\\$&").replaceAll(/\s+/g, " ");
}

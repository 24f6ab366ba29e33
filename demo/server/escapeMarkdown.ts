/** What a person wrote, in one line of Markdown that shows it as it is. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#|~$]/g, "\\$&").replaceAll(/\s+/g, " ");
}

/**
 * @internal Removes the syntax of Markdown, roughly, so that speech synthesis reads only the text.
 *
 * No pattern searches beyond the next bracket or the end of its line, so the time is linear in the length of any text.
 */
export function markdownToSpeech(markdown: string): string {
  return (
    markdown
      .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, "")
      // Delimiter rows of tables, and thematic breaks.
      .replace(/^[ \t|:-]+$/gm, "")
      .replace(/\[\^[^\s[\]]+\]:?/g, "")
      .replace(/!\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
      .replace(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\|)[ \t]+/gm, "")
      .replace(/[*_~`|]+/g, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}

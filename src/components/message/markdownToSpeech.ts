/**
 * Takes the marks out of Markdown, roughly, so that it can be read aloud.
 *
 * No pattern looks further than to the next bracket or the end of its line, so that the time it
 * takes grows only as the text does, whatever the text is.
 */
export function markdownToSpeech(markdown: string): string {
  return (
    markdown
      .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, "")
      // The line below the head of a table, and rules.
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

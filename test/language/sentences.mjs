// @ts-check

/** A reader keeps so many words of a sentence in mind. */
export const MAX_WORDS = 25;

/** A comment of a private declaration states what the declaration is, and why. */
export const MAX_SENTENCES = 3;

/** Matches the end of a sentence, clause, cell or column, a blank line, the beginning of a list item, and code blocks. */
const BOUNDARY =
  /[.:;!?][)\]"'”’*_]*(?=\s|$)|\n[ \t]*(?=\n)|\n[ \t]*(?:[-*•]|\d+\.)[ \t]|\n(?:[ \t]*\u00a4+[ \t]*\n){2,}|[ \t]\|[ \t]|(?<=\S)[ \t]{2,}(?=\S)/g;

/** Matches a word; masked code counts as one. */
const WORD = /\S*[\p{L}\p{N}\u00a4]\S*/gu;

/**
 * Returns the sentences of a comment that have too many words. Code is masked and counts as one word.
 *
 * @param {string} text
 */
export function longSentences(text) {
  let start = 0;
  return [...text.matchAll(BOUNDARY), { 0: "", index: text.length }].flatMap(
    ({ 0: found, index }) => {
      const words = [...text.slice(start, index).matchAll(WORD)];
      const first = start + (words[0]?.index ?? 0);
      start = index + found.length;
      return words.length > MAX_WORDS ? [{ index: first, words: words.length }] : [];
    },
  );
}

/** Matches list items, rows of tables, columns and masked code, which a comment may have besides its sentences. */
const BESIDES = /^[ \t]*(?:(?:[-*•]|\d+\.)[ \t]|\|)|\S[ \t]{2,}\S|^[ \t]*\u00a4+[ \t]*$/;

/**
 * Returns the number of sentences in a comment. Examples, lists, tables and code are left out, and so are the clauses
 * with a colon that introduce them.
 *
 * @param {string} text
 */
export function countSentences(text) {
  const lines = text.split("\n");
  const indents = lines.slice(1).flatMap((line) => (line.trim() ? line.search(/\S/) : []));
  const margin = indents.length > 0 ? Math.min(...indents) : 0;
  let isInItem = false;
  const prose = lines.map((line, index) => {
    const indent = index === 0 ? margin : line.search(/\S/);
    const isBesides = BESIDES.test(line) || indent >= margin + 4;
    isInItem = isBesides || (isInItem && indent > margin);
    return isInItem ? "" : line;
  });
  return prose
    .join("\n")
    .split(/\n[ \t]*(?=\n)/)
    .filter((paragraph) => !/^\s*Example\b/.test(paragraph))
    .flatMap((paragraph) => paragraph.split(/[.!?][)\]"'”’*_]*(?=\s|$)/))
    .filter((sentence) => /[\p{L}\p{N}\u00a4]/u.test(sentence) && !/:\s*$/.test(sentence)).length;
}

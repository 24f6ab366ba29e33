// @ts-check

/** A reader keeps so many words of a sentence in mind. */
export const MAX_WORDS = 25;

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

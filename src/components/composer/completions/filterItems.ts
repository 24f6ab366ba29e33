import type { CompletionItem } from "./completion.ts";

/**
 * Returns the items whose label has what is written, whatever its case and its accents: first those that are
 * it, then those that begin with it, then those with a word that does, each in their order.
 */
export function filterItems(
  items: readonly CompletionItem[],
  query: string,
): readonly CompletionItem[] {
  const needle = foldText(query);
  const ranked: CompletionItem[][] = [[], [], [], []];
  for (const item of items) ranked[rank(foldText(item.label), needle)]?.push(item);
  return ranked.flat();
}

/** None for one that does not have it. */
function rank(label: string, needle: string): number {
  const at = label.indexOf(needle);
  if (at < 0) return at;
  if (at === 0) return label === needle ? 0 : 1;
  return label.split(/[\s\p{P}]+/u).some((word) => word.startsWith(needle)) ? 2 : 3;
}

/** Letters that stand for others where those cannot be written; Unicode takes none of them apart. */
const LETTER_FOLDS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew, signs and strokes of Arabic ones. */
const COMBINING_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;

/**
 * A text without what is no difference to a person who looks for it: case, accents, how wide its letters are. What
 * makes another letter in other scripts, as the vowels of Hindi and the voiced sounds of Japanese, stays.
 */
export function foldText(text: string): string {
  const plain = text.normalize("NFKD").replace(COMBINING_MARKS, "").toLowerCase();
  return plain.replace(/[ßæœøłđðþı]/g, (letter) => LETTER_FOLDS[letter] ?? letter);
}

import type { CompletionItem } from "./completion.ts";

/**
 * Returns the items whose label contains the query, ignoring case and accents. Exact matches come first, then
 * prefixes, then prefixes of a word, then others. Equal matches keep the given order.
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

/** Returns -1 for a label without the query. */
function rank(label: string, needle: string): number {
  const at = label.indexOf(needle);
  if (at < 0) return at;
  if (at === 0) return label === needle ? 0 : 1;
  return label.split(/[\s\p{P}]+/u).some((part) => part.startsWith(needle)) ? 2 : 3;
}

/** Letters that Unicode normalization does not decompose, with their usual replacements. */
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

/** Accents of Latin, Greek and Cyrillic letters, Hebrew points, and Arabic marks and elongation. */
const COMBINING_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;

/**
 * Folds case, accents and letter width. Marks that make a different letter stay, such as the vowel signs of
 * Hindi and the voiced sounds of Japanese.
 */
export function foldText(text: string): string {
  const plain = text.normalize("NFKD").replace(COMBINING_MARKS, "").toLowerCase();
  return plain.replace(/[ßæœøłđðþı]/g, (letter) => LETTER_FOLDS[letter] ?? letter);
}

/** Accents, vowel points of Arabic and Hebrew, and characters without a width; not the marks of Japanese letters. */
const IGNORED =
  /[\p{Cf}\u0640]|(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}/gu;

/** Letters that Unicode does not decompose, with their usual replacements, and a letter with two lower cases. */
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
  ς: "σ",
};

/**
 * Folds case, accents, letter width and white space, so that texts can be compared in any language. "STRASSE" equals
 * "straße", "cafe" equals "café", and "istanbul" equals "İstanbul". Marks that make a different letter stay, such as the
 * vowel signs of Hindi and the voiced sounds of Japanese.
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("  ")) return text.toLowerCase();
  return text
    .replace(/\s+/g, " ")
    .normalize("NFKD")
    .replace(IGNORED, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => LETTER_FOLDS[letter] ?? letter);
}

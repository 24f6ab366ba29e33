/** Part of a text: shown as it is, a run of invisible characters, or a long run of blanks. */
type VisibleSegment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly codes: string }
  | { readonly kind: "blanks"; readonly count: number };

/** Kinds of texts, which differ in what deceives a reader. */
export type TextKind =
  /** Text for a reader: characters that isolate a name in text of the other direction stay unmarked. */
  | "prose"
  /** A value that a program uses unchanged: every invisible character is marked. */
  | "value"
  /** JSON, indented: `\n` is an escape, and a line may begin with many spaces. */
  | "json"
  /** Name of a tool or a key: letters that look like those of another alphabet are shown with their code. */
  | "name";

/**
 * Control and format characters, characters that a font leaves out, and fillers. Line breaks and tabs are blanks, but a
 * lone carriage return looks like a space. More than eight marks on a letter cover the lines around it.
 */
const HIDDEN =
  "(?:(?![\\n\\t]|\\r\\n)[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1D159}\\u{16FE4}]|\\p{M}{9,})";
/** White space that looks like a space; the space of Japanese and Chinese is wider. */
const FOREIGN_BLANK = "[^\\S \\u3000]";
/** Scripts with letters of a Latin shape, whose letters are in no word with Latin ones. */
const SIMILAR_SCRIPTS =
  "\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Script=Coptic}\\p{Script=Lisu}\\p{Script=Canadian_Aboriginal}";
/**
 * Letters, digits and punctuation that look like those of ASCII, and that are in no ordinary word beside Latin letters.
 * Quotation marks, long dashes, dots and the signs of a label do not.
 */
const LOOK_ALIKE =
  "[\\u02B9-\\u02DF\\u0589\\uA4F8-\\uA4FF\\u0132\\u0133\\u0138\\u017F\\u0184\\u0185\\u01A7\\u01A8\\u01BB-\\u01BD\\u01BF-\\u01CC\\u0222\\u0223\\u0237\\u0250-\\u0253\\u0255-\\u0258\\u025A\\u025C-\\u02AF\\u1D00-\\u1D7F\\u2010-\\u2012\\u2024\\u2027\\u2044\\u2212\\u2460-\\u24FF\\uA730-\\uA7FF\\uFB00-\\uFB06\\uFE30-\\uFE6F\\u2150-\\u218F\\uFF01-\\uFF5E\\u{10280}-\\u{1057F}\\u{118A0}-\\u{118FF}\\u{1D400}-\\u{1D7FF}\\u{1EE00}-\\u{1EEFF}\\u2100-\\u2102\\u2104-\\u2108\\u210A-\\u2115\\u2118-\\u211F\\u2121\\u2123-\\u214F]";
/** Letters and digits that are not Latin, and the dotless i. Letters of Chinese, Japanese and Korean are usual beside Latin ones. */
const FOREIGN =
  "\\u0131|(?![\\p{ASCII}\\u00B2\\u00B3\\u00B9\\u00BC-\\u00BE\\u2070-\\u209F\\p{Script=Latin}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Lm}])[\\p{L}\\p{N}]";
/** Letters of other alphabets that look like Latin ones, so that whole words can be imitated. */
const IMITATION =
  /^[аАВеЕКМНоОрРсСТуУхХіІјЈѕЅԁԛԝьҺһԌαΑΒΕΖΗΙΚΜΝοΟΡΤυΥΧνγ\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Canadian_Aboriginal}\u2150-\u218F\u2460-\u24FF\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]+$/u;

const BLANKS: Readonly<Record<TextKind, string>> = {
  prose: "\\s{21,}|(?:[^\\S\\n]*\\n){5,}",
  value: "\\s{21,}|(?:[^\\S\\n]*\\n){5,}",
  json: "\\s{201,}|(?:\\\\[nrt]| ){21,}",
  name: "\\s{2,}",
};

const patternOf = (kind: TextKind, hidden: string) =>
  new RegExp(`(?<blanks>${BLANKS[kind]})|(?:${hidden})+`, "gu");
const PATTERNS: Readonly<Record<TextKind, RegExp>> = {
  prose: patternOf("prose", `(?![\\u200E\\u200F\\u061C\\u2066-\\u2069])${HIDDEN}`),
  value: patternOf("value", HIDDEN),
  json: patternOf("json", HIDDEN),
  name: patternOf("name", `${HIDDEN}|${FOREIGN_BLANK}`),
};
const NAME_WITH_LOOK_ALIKES = new RegExp(
  `(?<blanks>${BLANKS.name})|(?:${HIDDEN}|${FOREIGN_BLANK}|${LOOK_ALIKE})+|(?<letters>(?:${FOREIGN})+)`,
  "gu",
);

/** Most segments of a text, each of which is an element. Further hidden characters are replaced in the text itself. */
const MAX_SEGMENTS = 20;
/** Most characters of a word before and after a foreign letter that are examined. */
const MAX_WORD = 40;
/** Most codes that a run of hidden characters shows. */
const MAX_CODES = 4;

/**
 * Splits a text so that nothing in it is invisible or reorders it. Bidirectional controls, zero-width and control
 * characters become parts, and so do runs of blanks that would push the rest out of view.
 */
export function visibleSegments(text: string, kind: TextKind): readonly VisibleSegment[] {
  const segments: VisibleSegment[] = [];
  let end = 0;
  let rest = "";
  for (const { run, index, isBlank } of findHiddenRuns(text, kind)) {
    const before = text.slice(end, index);
    end = index + run.length;
    if (segments.length >= MAX_SEGMENTS) {
      rest += `${before}[${codesOf(run)}]`;
      continue;
    }
    if (before) segments.push({ kind: "text", text: before });
    segments.push(
      isBlank ? { kind: "blanks", count: run.length } : { kind: "hidden", codes: codesOf(run) },
    );
  }
  rest += text.slice(end);
  if (rest) segments.push({ kind: "text", text: rest });
  return segments;
}

/** Run of characters that hide or reorder text, or of blanks. */
interface HiddenRun {
  readonly run: string;
  /** Position in the text. */
  readonly index: number;
  readonly isBlank: boolean;
}

/** Yields the runs of a text that do not appear as they are. */
function* findHiddenRuns(text: string, kind: TextKind): Generator<HiddenRun> {
  const imitates = kind === "name" && isImitation(text);
  const hasLatin = kind === "name" && /\p{Script=Latin}/u.test(text);
  const pattern = imitates || hasLatin ? NAME_WITH_LOOK_ALIKES : PATTERNS[kind];
  for (const { 0: run, index, groups } of text.matchAll(pattern)) {
    const isBlank = groups?.blanks !== undefined;
    const isLetters = groups?.letters !== undefined;
    const isShown = isLetters
      ? !imitates && !isMixed(text, index, run)
      : !isBlank && isUsual(text, index, run);
    if (!isShown) yield { run, index, isBlank };
  }
}

/** Returns a text with what is invisible in it as codes in brackets, for a label that cannot contain elements. */
export function visibleTextOf(text: string, kind: TextKind): string {
  return visibleSegments(text, kind)
    .map((segment) => {
      if (segment.kind === "text") return segment.text;
      return `[${segment.kind === "hidden" ? segment.codes : `\u2420 × ${segment.count}`}]`;
    })
    .join("");
}

/** Returns the number of segments of a text that are shown in another form. */
export function countMarks(text: string, kind: TextKind): number {
  let count = 0;
  for (const _ of findHiddenRuns(text, kind)) {
    count += 1;
    if (count * 2 >= MAX_SEGMENTS) break;
  }
  return count;
}

/** Returns true when a text has something that `visibleSegments` makes visible. */
export function hidesText(text: string, kind: TextKind): boolean {
  return findHiddenRuns(text, kind).next().done !== true;
}

/** Returns true for a name whose foreign letters all have a Latin shape. */
function isImitation(name: string): boolean {
  return IMITATION.test(name.replace(/[\p{ASCII}\p{Script=Latin}\p{P}\p{M}\p{Z}\p{C}]+/gu, ""));
}

/** Returns true for foreign letters or digits in a word or a number of Latin ones. */
function isMixed(name: string, index: number, run: string): boolean {
  const before = name.slice(Math.max(0, index - MAX_WORD), index);
  const after = name.slice(index + run.length, index + run.length + MAX_WORD);
  const letters = `${/[\p{L}\p{M}\p{N}]*$/u.exec(before)?.[0]}${/^[\p{L}\p{M}\p{N}]*/u.exec(after)?.[0]}`;
  // A Turkish word has no e or i beside a dotless i, unless the name has other Turkish letters.
  if (/^\u0131+$/.test(run)) return /[ei]/i.test(letters) && !/[çğşöüəİ]/iu.test(name);
  if (SIMILAR.test(run)) return /\p{Script=Latin}/u.test(letters);
  if (/^\p{N}+$/u.test(run)) return /[\w.-]$/.test(before) || /^\w/.test(after);
  // Some scripts put words beside Latin ones without a space, and Arabic and Hebrew put a letter before them.
  const sides = Number(/[a-z\d]$/i.test(before)) + Number(/^[a-z\d]/i.test(after));
  const letterCount = new Set(run).size;
  const isAlone = !/^[\p{L}\p{M}]/u.test(after) || /^[a-z\d]/i.test(after);
  const isPrefix = !/\w$/.test(before) && /^[ובהכלמשوبفكل]$/u.test(run);
  return sides > 0 && isAlone && letterCount <= sides && !isPrefix;
}

/**
 * Returns true for characters that belong to the writing around them: wide forms in Chinese, Japanese and Korean,
 * joiners, and the look of an emoji.
 */
function isUsual(text: string, index: number, run: string): boolean {
  if (/^[\u2460-\u24FF\uFF01-\uFF5E]+$/.test(run)) return EAST_ASIAN.test(text);
  if (!/^(?:\u200C|\u200D|\uFE0E|\uFE0F){1,2}$/u.test(run)) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + run.length, index + run.length + 2);
  if (/(?:\p{Emoji}|\p{Extended_Pictographic})$/u.test(before)) {
    return /^(?:\uFE0E|\uFE0F)$/u.test(run) || /^\p{Extended_Pictographic}/u.test(after);
  }
  return JOINED.test(before) && JOINING.test(after);
}

const SCRIPTS =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Mongolian}\\p{Script=Khmer}\\p{Script=Myanmar}";
const SIMILAR = new RegExp(`[${SIMILAR_SCRIPTS}]`, "u");
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const JOINED = new RegExp(`[${SCRIPTS}]\\p{M}?$`, "u");
const JOINING = new RegExp(`^[${SCRIPTS}]`, "u");

/** Matches a character that cannot be seen. */
const INVISIBLE = new RegExp(`^(?:${HIDDEN}|\\s|\\p{M})$`, "u");

/** Returns the codes of a run, such as `U+202E`; letters that can be seen are shown with their code. */
function codesOf(run: string): string {
  const characters = [...run];
  const distinct = [...new Set(characters)].slice(0, MAX_CODES).map(codeOf).join(" ");
  return characters.length > 1 ? `${distinct} × ${characters.length}` : distinct;
}

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return INVISIBLE.test(character) ? `U+${code}` : `${character} U+${code}`;
}

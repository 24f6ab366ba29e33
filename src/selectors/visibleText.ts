/** Part of a text: shown as it is, a run of invisible characters, or a long run of blanks. */
type VisibleSegment =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly codes: string }
  | { readonly kind: "blanks"; readonly count: number };

/** Kinds of texts, which differ in what deceives a reader. */
export type TextKind =
  /** Text for a reader: isolates, which place names in a text of the other direction, are usual. */
  | "prose"
  /** A value that is used as it is. */
  | "value"
  /** JSON, indented: `\n` is an escape, and a line may begin with many spaces. */
  | "json"
  /** Name of a tool or a key: letters that look like those of another alphabet are shown with their code. */
  | "name";

/** Control and format characters, fillers, and selectors of a glyph's variant. Line breaks and tabs are blanks. */
const HIDDEN =
  "(?![\\n\\r\\t])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFE00-\\uFE0F\\uFFA0\\u{E0100}-\\u{E01EF}]";
/** White space that looks like a space; the space of Japanese and Chinese is wider. */
const FOREIGN_BLANK = "[^\\S \\u3000]";
/** Letters, digits and punctuation that look like those of ASCII. Quotation marks, long dashes and dots of a label do not. */
const LOOK_ALIKE =
  "[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Script=Coptic}\\p{Script=Lisu}\\p{Script=Canadian_Aboriginal}\\u0131\\u01C0-\\u01C3\\u0250-\\u02AF\\u1D00-\\u1D7F\\u2010-\\u2012\\u2024\\u2027\\u2044\\u2212\\u2460-\\u24FF\\uA730-\\uA7FF\\uFE30-\\uFE6F\\u2150-\\u218F\\uFF01-\\uFF5E\\u{1D400}-\\u{1D7FF}\\u2100-\\u214F]";
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
const NAME_WITH_LOOK_ALIKES = patternOf("name", `${HIDDEN}|${FOREIGN_BLANK}|${LOOK_ALIKE}`);

/** Most segments of a text. Further hidden characters are replaced in the text itself. */
const MAX_SEGMENTS = 400;
/** Most codes that a run of hidden characters shows. */
const MAX_CODES = 4;

/**
 * Splits a text so that nothing in it is invisible or reorders it. Bidirectional controls, zero-width and control
 * characters become parts, and so do runs of blanks that would push the rest out of view.
 */
export function visibleSegments(text: string, kind: TextKind): readonly VisibleSegment[] {
  const segments: VisibleSegment[] = [];
  let end = 0;
  const pattern = kind === "name" && hasLookAlikes(text) ? NAME_WITH_LOOK_ALIKES : PATTERNS[kind];
  for (const match of text.matchAll(pattern)) {
    const [run] = match;
    if (match.groups?.blanks === undefined && isUsual(text, match.index, run)) continue;
    if (match.index > end) segments.push({ kind: "text", text: text.slice(end, match.index) });
    end = match.index + run.length;
    segments.push(
      match.groups?.blanks === undefined
        ? { kind: "hidden", codes: codesOf(run) }
        : { kind: "blanks", count: run.length },
    );
    if (segments.length >= MAX_SEGMENTS) break;
  }
  if (end < text.length) {
    const rest = text.slice(end);
    const isCut = segments.length >= MAX_SEGMENTS;
    segments.push({
      kind: "text",
      text: isCut ? rest.replace(pattern, (run) => `[${codesOf(run)}]`) : rest,
    });
  }
  return segments;
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

/** Returns true when a text has something that `visibleSegments` makes visible. */
export function hidesText(text: string, kind: TextKind): boolean {
  return visibleSegments(text, kind).some((segment) => segment.kind !== "text");
}

/** Returns true for a name whose letters imitate another alphabet: mixed with Latin, or all of a Latin shape. */
function hasLookAlikes(name: string): boolean {
  const foreign = name.replace(/[\p{ASCII}\s]+/gu, "");
  return foreign !== "" && (/\p{Script=Latin}/u.test(name) || IMITATION.test(foreign));
}

/** Returns true for characters that belong to the writing around them: joiners, and the look of an emoji. */
function isUsual(text: string, index: number, run: string): boolean {
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
const JOINED = new RegExp(`[${SCRIPTS}]\\p{M}?$`, "u");
const JOINING = new RegExp(`^[${SCRIPTS}]`, "u");

const IS_HIDDEN = new RegExp(`^(?:${HIDDEN}|\\s)$`, "u");

/** Returns the codes of a run, such as `U+202E`; letters that can be seen are shown with their code. */
function codesOf(run: string): string {
  const characters = [...run];
  const distinct = [...new Set(characters)].slice(0, MAX_CODES).map(codeOf).join(" ");
  return characters.length > 1 ? `${distinct} × ${characters.length}` : distinct;
}

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return IS_HIDDEN.test(character) ? `U+${code}` : `${character} U+${code}`;
}

// @ts-check

/** @typedef {import("./excerpts.mjs").Excerpt} Excerpt */

/** Stands for masked text: neither white space nor part of a word. */
const MASK = "\u00a4";

/** Parts of a comment that tools read. */
const DIRECTIVE =
  /^\s*(?:biome-ignore(?:-\w+)? [^:]+:|@ts-(?:expect-error|ignore)(?::| ?-)?|@vitest-environment.*|@ts-(?:no)?check|\/ ?<.*|[#@]__PURE__)/;

const TYPE = "(?:[ \\t]+\\{(?:[^{}]|\\{[^{}]*\\})*\\})?";
const NAME = "(?:[ \\t]+[[\\]\\w$.=]+(?:[ \\t]+-)?)?";

/** A block tag with its type and the name it describes. */
const TAG = new RegExp(
  `(?<=^|\\n)[ \\t]*@(?:(?:param|property|typedef|typeParam|template)\\b${TYPE}${NAME}|\\w+${TYPE})`,
  "g",
);

/**
 * Returns the comments of a text, with consecutive line comments as one.
 *
 * @param {string} text
 * @param {[start: number, end: number][]} literals
 */
export function commentRanges(text, literals) {
  /** @type {[start: number, end: number][]} */
  const ranges = [];
  const opener = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const sorted = literals.sort(([a], [b]) => a - b);
  let next = 0;
  for (let found = opener.exec(text); found; found = opener.exec(text)) {
    while (next < sorted.length && (sorted[next]?.[1] ?? 0) <= found.index) next++;
    const literal = sorted[next];
    if (literal && literal[0] <= found.index) {
      opener.lastIndex = literal[1];
      continue;
    }
    const last = ranges.at(-1);
    const continues =
      last &&
      found[0].startsWith("//") &&
      text.startsWith("//", last[0]) &&
      /^\r?\n[ \t]*$/.test(text.slice(last[1], found.index)) &&
      /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", last[0]) + 1, last[0]));
    if (continues) last[1] = opener.lastIndex;
    else ranges.push([found.index, opener.lastIndex]);
  }
  return ranges;
}

/**
 * Returns the ranges of the comments in a style sheet.
 *
 * @param {string} text
 * @returns {[start: number, end: number][]}
 */
export function cssComments(text) {
  const token =
    /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|url\([^)"']*\)/g;
  return [...text.matchAll(token)]
    .filter(([found]) => found.startsWith("/*"))
    .map(({ 0: found, index }) => [index, index + found.length]);
}

/**
 * Splits a comment at its block tags, and masks markers, names of parameters and code.
 *
 * @param {string} text
 * @param {[start: number, end: number]} range
 * @returns {Excerpt[]}
 */
export function commentParts(text, [start, end]) {
  const raw = text.slice(start, end);
  let body = raw
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, blank)
    .replace(/\n[ \t]*(?:\/\/+|\*+(?!\/))/g, blank)
    .replace(/language-check-ignore:.*/g, blank);
  const directive = DIRECTIVE.exec(body);
  if (directive) body = blank(directive[0]) + body.slice(directive[0].length);
  body = maskCode(body).replace(/\{@\w+[^}]*\}/g, mask);
  if (!raw.startsWith("/**"))
    return [{ kind: "comment", start, text: body, opens: true, isSummary: true }];
  const tags = [...body.matchAll(TAG)];
  const starts = [0, ...tags.map(({ index }) => index)];
  return starts.map((at, index) => {
    const head = index === 0 ? "" : (tags[index - 1]?.[0] ?? "");
    const part = body.slice(at, starts[index + 1]);
    return {
      kind: "comment",
      start: start + at,
      text: blank(head) + part.slice(head.length),
      opens: !/@see\b/.test(head),
      isExample: /@example\b/.test(head),
      isSummary: head === "" || /@(?:internal|remarks)\b/.test(head),
    };
  });
}

/**
 * Masks code and addresses.
 *
 * @param {string} text
 */
export function maskCode(text) {
  return text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g, mask);
}

/**
 * Returns a text of the same length that no rule matches.
 *
 * @param {string} part
 */
export function mask(part) {
  return part.replace(/[^\n]/g, MASK);
}

/** @param {string} part */
function blank(part) {
  return part.replace(/[^\n]/g, " ");
}

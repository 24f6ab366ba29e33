// @ts-check
import { basename } from "node:path";
import { excerptsOf } from "./excerpts.mjs";
import { NAMES } from "./names.mjs";
import { PHRASES } from "./phrases.mjs";
import { countSentences, longSentences, MAX_SENTENCES, MAX_WORDS } from "./sentences.mjs";

/**
 * @typedef {import("./excerpts.mjs").Kind} Kind
 * @typedef {import("./excerpts.mjs").Excerpt} Excerpt
 *
 * @typedef {object} Finding
 * @property {number} line
 * @property {string} rule
 * @property {string} text Words that were found, words to write, and the text around them.
 */

/** Words that never begin a comment or a title. */
export const OPENERS = ["What", "Who", "Whoever", "Whether", "One", "Of", "Those", "That"];

/** Words that never begin a comment: a main clause or a noun phrase does. */
export const COMMENT_OPENERS = ["How", "When", "Where", "Why", "While", "This", "These"];

/** @param {readonly string[]} words */
const toOpener = (words) => new RegExp(`^[\\s*_("“[-]*(${words.join("|")})\\b(?!-)`, "i");
const OPENER = toOpener(OPENERS);
const COMMENT_OPENER = toOpener([...OPENERS, ...COMMENT_OPENERS]);
/** Matches a title that has only the name of its row. */
const BARE_TITLE = /^%[sdjo]$/;
/** An escape gives its reason, so that a reader knows why the words are right. */
const IGNORE = /language-check-ignore:[ \t]*\w/;

/** @param {readonly string[]} patterns */
function toExpression(patterns) {
  const source = patterns.join("|").replaceAll(" ", "\\s+");
  return new RegExp(`(?<![\\w-])(?:${source})(?![\\w-])`, "gi");
}

const phrases = PHRASES.map((rule) => ({ ...rule, expression: toExpression(rule.patterns) }));
const stringPhrases = PHRASES.flatMap(({ strings, ...rule }) =>
  strings ? [{ ...rule, expression: toExpression(strings) }] : [],
);
const names = NAMES.map((rule) => ({
  ...rule,
  expression: new RegExp(`(?<![^-])(?:${rule.patterns.join("|")})(?![^-])`),
}));

/**
 * Returns the findings of all language rules in a file, in the order of its lines.
 *
 * @param {string} path Relative to the root of the repository, with forward slashes.
 * @param {string} text
 * @returns {Finding[]}
 */
export function checkText(path, text) {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const findings = excerptsOf(path, text).flatMap((excerpt) =>
    checkExcerpt(path, excerpt, lineStarts),
  );
  const ignored = ignoredLines(text);
  const used = new Set();
  const open = findings.filter(({ line }) => {
    const ignore = ignored.get(line);
    if (ignore) used.add(ignore);
    return !ignore;
  });
  const unused = [...new Set(ignored.values())]
    .filter((line) => !used.has(line))
    .map((line) => ({
      line,
      rule: "unused-ignore",
      text: "No rule finds anything here; delete the comment.",
    }));
  return [...checkFileName(path), ...open, ...unused].sort((a, b) => a.line - b.line);
}

/**
 * @param {string} path
 * @param {Excerpt} excerpt
 * @param {readonly number[]} lineStarts
 * @returns {Finding[]}
 */
function checkExcerpt(path, excerpt, lineStarts) {
  const { kind, start, text, opens, isExample, isSummary, isPrivate } = excerpt;
  const lineOf = (/** @type {number} */ index) => lineAt(lineStarts, start + index);
  if (kind === "identifier" || kind === "member" || kind === "type") {
    return nameProblems(path, text, kind).map((problem) => ({
      line: lineOf(0),
      rule: "identifier-word",
      text: problem,
    }));
  }
  /** @type {Finding[]} */
  const findings = [];
  const opener = opens ? (kind === "comment" ? COMMENT_OPENER : OPENER).exec(text) : null;
  const openerIndex = opener?.[1] ? opener[0].length - opener[1].length : undefined;
  if (opener?.[1] && openerIndex !== undefined) {
    const line = lineOf(openerIndex);
    const write = kind === "title" ? "subject, verb, condition" : "a verb or a noun phrase";
    findings.push({
      line,
      rule: `${kind}-start`,
      text: `${opener[1]} → ${write}: ${around(text, opener[0].length)}`,
    });
  }
  if (kind === "title" && BARE_TITLE.test(text)) {
    findings.push({ line: lineOf(0), rule: "title-bare", text: `${text} → a sentence around it` });
  }
  if (kind === "comment" && !isExample) {
    for (const { index, words } of longSentences(text)) {
      const problem = `${words} words → at most ${MAX_WORDS}: ${around(text, index)}`;
      findings.push({ line: lineOf(index), rule: "comment-length", text: problem });
    }
  }
  const sentences = isSummary && isPrivate && path.startsWith("src/") ? countSentences(text) : 0;
  if (sentences > MAX_SENTENCES) {
    const index = text.search(/\S/);
    const problem = `${sentences} sentences → at most ${MAX_SENTENCES}: ${around(text, index)}`;
    findings.push({ line: lineOf(index), rule: "comment-sentences", text: problem });
  }
  const rules = kind === "string" ? stringPhrases : phrases;
  for (const { expression, write, kinds, paths, except } of rules) {
    if ((kinds && !kinds.includes(kind)) || !isRead(path, paths, except)) continue;
    for (const { 0: found, index } of text.matchAll(expression)) {
      if (index === openerIndex) continue;
      const words = found.replace(/\s+/g, " ");
      const problem = `${words} → ${write}: ${around(text, index)}`;
      findings.push({ line: lineOf(index), rule: `${kind}-word`, text: problem });
    }
  }
  return findings;
}

/**
 * @param {string} path
 * @returns {Finding[]}
 */
function checkFileName(path) {
  const name = basename(path).replace(/\..*$/, "");
  return nameProblems(path, name, "fileName").map((text) => ({
    line: 1,
    rule: "file-name-word",
    text,
  }));
}

/**
 * @param {string} path
 * @param {string} name
 * @param {Kind} kind
 */
function nameProblems(path, name, kind) {
  const kebab = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$.]+/g, "-")
    .toLowerCase()
    .replace(/^-|-$/g, "");
  return names
    .filter(({ kinds }) => !kinds || kinds.includes(kind))
    .filter(({ paths, except }) => isRead(path, paths, except))
    .filter(({ expression }) => expression.test(kebab))
    .map(({ write }) => `${name} → ${write}`);
}

/**
 * @param {string} path
 * @param {RegExp} [paths]
 * @param {RegExp} [except]
 */
function isRead(path, paths, except) {
  return (!paths || paths.test(path)) && !except?.test(path);
}

/**
 * Returns the part of a text around an index on one line.
 *
 * @param {string} text
 * @param {number} index
 */
function around(text, index) {
  const before = text.slice(Math.max(0, index - 30), index);
  const part = before + text.slice(index, index + 50);
  return `"${part
    .replace(/\s+/g, " ")
    .replace(/\u00a4+/g, "`…`")
    .trim()}"`;
}

/**
 * Returns the lines that an escape covers, each with the line of the escape: its own, and the next one where the
 * comment stands alone.
 *
 * @param {string} text
 */
function ignoredLines(text) {
  /** @type {Map<number, number>} */
  const ignored = new Map();
  text.split("\n").forEach((content, index) => {
    if (!IGNORE.test(content)) return;
    ignored.set(index + 1, index + 1);
    if (/^\s*(?:\/\/|\{?\/\*|<!--)/.test(content)) ignored.set(index + 2, index + 1);
  });
  return ignored;
}

/**
 * @param {readonly number[]} lineStarts
 * @param {number} offset
 */
function lineAt(lineStarts, offset) {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

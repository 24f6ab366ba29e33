/** Space, and markers of quotes and of items of lists, before the text of a line. */
const MARKERS = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]+\S))*/;
/** Beginning of a tag, a comment, a declaration or an instruction, which Markdown passes on as HTML. */
const HTML = /<(?=\?|![-[a-z]|\/?[a-z][\w-]*(?![^\s/>]))/gi;
/**
 * Line without HTML on which every parser finds the same inline code. Escapes, and titles and labels of links, may have
 * backquotes, and some viewers end a cell of a table or a formula in code.
 */
const PLAIN_LINE = /^(?:[^`\\\]<]|\](?![([:])|\]\([^\s()`\\<>]*\)|<(?![a-z!?/])|`[^`|$]+`)*$/i;

/**
 * Returns Markdown that cannot end its message and begin another, wherever it is read. HTML outside of code is written
 * as text, because `<textarea>` or a comment would hide the following messages; so is HTML in code that not every
 * parser may find. Text with headings of the first two levels, or with a block that has no end, is quoted.
 */
export function containMarkdown(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const { code, isOpen } = findCode(lines);
  const isPlain = lines.every((line, index) => code[index] || PLAIN_LINE.test(line));
  const escaped = lines.map((line, index) =>
    isPlain || code[index] ? line : line.replace(HTML, "&lt;"),
  );
  const isQuoted =
    isOpen || lines.some((line, index) => !code[index] && isHeading(line, lines[index - 1]));
  return (isQuoted ? escaped.map((line) => `> ${line}`.trimEnd()) : escaped).join("\n");
}

/**
 * True for a heading of the first or second level, also in a list or a quote, or its underline. Many parsers accept
 * any white space after the number signs.
 */
function isHeading(line: string, before = ""): boolean {
  // A line with any other white space is text, which dashes underline.
  if (/^[ \t]*\n {0,3}-+[ \t]*$/.test(`${before}\n${line}`)) return false;
  return /^(?:#{1,2}(?:\s|$)|(?:=+|-+)[ \t]*$)/.test(line.replace(MARKERS, ""));
}

interface CodeBlocks {
  /** True at the index of each line of a code block. Empty when parsers may disagree on which lines are code. */
  readonly code: readonly boolean[];
  /** True when a code block or a formula has no end, or may have none. */
  readonly isOpen: boolean;
}

/** Finds the code blocks between two fences that are equal and indented equally. */
function findCode(lines: readonly string[]): CodeBlocks {
  let prefix = "";
  let fence = "";
  let isFormula = false;
  let hasLabel = false;
  let isCertain = true;
  const code = lines.map((line) => {
    const text = line.replace(MARKERS, "");
    if (fence) {
      const isEnd = text.startsWith(fence);
      // A blank line ends a quote, but no item of a list.
      isCertain &&= isEnd
        ? line === prefix + fence
        : line.startsWith(prefix) || !(text || />/.test(prefix));
      if (isEnd) fence = "";
      return true;
    }
    fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0] ?? "";
    if (fence) {
      const markers = line.slice(0, -text.length);
      prefix = markers.replace(/[^\s>]/g, " ");
      // Numbers and far indentation may continue a paragraph. The line may also be inline code, begin a table, or
      // belong to a formula or the title of a link.
      const isOther = /\d| {4}|\t/.test(markers) || /[`|]/.test(text.slice(fence.length));
      isCertain &&= !isOther && !isFormula && !hasLabel;
      return true;
    }
    hasLabel ||= /]:/.test(text);
    if (text.split("$$").length % 2 === 0) isFormula = !isFormula;
    return false;
  });
  return isCertain ? { code, isOpen: fence !== "" || isFormula } : { code: [], isOpen: true };
}

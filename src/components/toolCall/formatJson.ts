/** JSON in lines, as far as it has come. */
export interface Indented {
  readonly text: string;
  readonly source: string;
  /** Where to go on when there is more of it. */
  readonly left: Left;
}

/** What has been read, and no more text can change. */
interface Left {
  readonly at: number;
  readonly out: string;
  readonly depth: number;
  readonly isInString: boolean;
}

const START: Left = { at: 0, out: "", depth: 0, isInString: false };

/**
 * Breaks JSON into indented lines without parsing it, so that it works on the first half of a
 * document as well, and shows every number as it was written. Text that is not JSON stays as it is.
 */
export function indentJson(text: string): string {
  return indentAppended(undefined, text).text;
}

/** Does the same with JSON that arrives: where it goes on with what `before` is of, only what is new is indented. */
export function indentAppended(before: Indented | undefined, text: string): Indented {
  const source = text.trim();
  const isJson = /^[[{]/.test(source);
  if (before && (isJson ? before.source === source : before.text === text)) return before;
  if (!isJson) return { text, source, left: START };
  // Cutting and comparing is many times faster than `startsWith`.
  const isLonger = before && source.slice(0, before.source.length) === before.source;
  let { at, out, depth, isInString } = isLonger ? before.left : START;
  for (; at < source.length; at++) {
    const char = source.charAt(at);
    const isLast = at + 1 === source.length;
    if (isInString) {
      if (char === "\\" && isLast) break;
      out += char;
      if (char === "\\") out += source.charAt(++at);
      else if (char === '"') isInString = false;
    } else if (char === "{" || char === "[") {
      if (isLast) break;
      const close = char === "{" ? "}" : "]";
      const next = skipSpace(source, at + 1);
      if (source.charAt(next) === close) {
        out += char + close;
        at = next;
      } else out += char + lineBreak(++depth);
    } else if (char === "}" || char === "]") {
      out += lineBreak(--depth) + char;
    } else if (char === ",") out += `,${lineBreak(depth)}`;
    else if (char === ":") out += ": ";
    else if (char.trim() !== "") {
      out += char;
      isInString = char === '"';
    }
  }
  // A sign whose meaning is in the next one is shown, and read again with that.
  const last = source.charAt(at);
  const shown = out + last + (last && !isInString ? lineBreak(depth + 1) : "");
  return { text: shown, source, left: { at, out, depth, isInString } };
}

/**
 * Makes a tool's answer readable: JSON is indented, also JSON that was put into a JSON string, and
 * a JSON string shows its text. Anything else stays as it is.
 */
export function readableResult(text: string): string {
  const value = parsed(text);
  if (typeof value === "object" && value !== null) return indentJson(text);
  if (typeof value !== "string") return text;
  const inner = parsed(value);
  return typeof inner === "object" && inner !== null ? indentJson(value) : value;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") at++;
  return at;
}

function parsed(text: string): unknown {
  // A number or a word needs no help, and a long text is not worth a failing parse.
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(Math.max(0, depth))}`;
}

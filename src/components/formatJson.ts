/**
 * Breaks JSON into indented lines without parsing it, so that it works on the first half of a
 * document as well, and shows every number as it was written. Text that is not JSON stays as it is.
 */
export function indentJson(text: string): string {
  const source = text.trim();
  if (!/^[[{]/.test(source)) return text;
  let out = "";
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (isInString) {
      out += char;
      if (char === "\\") out += source.charAt(++at);
      else if (char === '"') isInString = false;
    } else if (char === "{" || char === "[") {
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
  return out;
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

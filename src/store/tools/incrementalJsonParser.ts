import { MAX_JSON_DEPTH } from "../../protocol/jsonDepth.ts";
import { putOwn } from "../../reducer/ownProperty.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";

/** An array or object that is not closed yet. */
interface OpenContainer {
  /** Complete entries: either `items` of an array or `fields` of an object. */
  readonly items?: unknown[];
  readonly fields?: Record<string, unknown>;
  /** Number of complete entries. */
  size: number;
  /** Key of the value that is being read, in an object. */
  key: string;
  /** Value that was returned last for this container. */
  lastValue?: unknown;
}

/** Next expected token; `nothing` after the end or after invalid text. */
type Expected = "value" | "first" | "key" | "colon" | "more" | "string" | "literal" | "nothing";

const OPENING = "[{";
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?/;
/**
 * A returned value contains copies of the open containers, so returning a long array after every piece would cost more
 * the longer it gets. Each received character pays for some copied entries. An array of 64,000 entries is returned
 * every 2,000 characters, an array of up to 1,000 entries every time.
 */
const COPIES_PER_CHARACTER = 32;
const FREE_COPIES = 1_000;
/** Marks a value of which nothing is known yet. */
const UNKNOWN = Symbol("unknown");

/**
 * Parses JSON while it arrives, at a cost proportional to the new text. Complete parts keep their
 * identity. Open parts are new values when they have grown, long ones when they have grown enough.
 */
export class IncrementalJsonParser {
  /** The last piece, preceded by text that ended inside an escape or a literal. */
  #pendingText = "";
  #position = 0;
  #open: OpenContainer[] = [];
  #expected: Expected = "value";
  /** The string being read, and whether it is a key. */
  #string = "";
  #isKey = false;
  #hasGrown = false;
  /** Number of entries that may be copied, paid for by received characters. */
  #copyBudget = FREE_COPIES;
  /**
   * Number of entries to copy for a new value. Each open container is itself an entry of its
   * parent.
   */
  #copyCost = 0;
  #value: unknown;

  /**
   * Parses the next piece of the text.
   *
   * @param isLast - True when no more text follows; the complete value is returned.
   * @returns The value as far as it is known; `undefined` when nothing is known.
   */
  parsePiece(piece: string, isLast = false): unknown {
    if (piece === "" && !isLast) return this.#value;
    // Text that was parsed before cannot change the value.
    if (piece !== "" && this.#expected !== "nothing") {
      const text = this.#pendingText.slice(this.#position) + piece;
      this.#pendingText = text;
      this.#position = 0;
      while (this.#position < text.length && this.#parseToken(text));
    }
    this.#copyBudget += COPIES_PER_CHARACTER * piece.length;
    if (this.#hasGrown && (isLast || this.#copyCost <= this.#copyBudget)) {
      this.#refreshValue();
      this.#hasGrown = false;
      this.#copyBudget = FREE_COPIES;
    }
    return this.#value;
  }

  /** Parses one token; returns false when it needs more text. */
  #parseToken(text: string): boolean {
    if (this.#expected === "nothing") return false;
    if (this.#expected === "string") return this.#readString(text);
    if (this.#expected === "literal") return this.#readLiteral(text);
    const character = text.charAt(this.#position);
    this.#position++;
    if (" \n\r\t".includes(character)) return true;
    const isRecord = this.#open.at(-1)?.fields !== undefined;
    if (this.#expected === "colon") this.#expected = character === ":" ? "value" : "nothing";
    else if (this.#expected === "more" && character === ",")
      this.#expected = isRecord ? "key" : "value";
    else if (this.#expected === "more") this.#closeContainer(character);
    else if (this.#expected === "first" && "]}".includes(character))
      this.#closeContainer(character);
    else if (this.#expected === "key" || (this.#expected === "first" && isRecord)) {
      this.#beginToken(character, true);
    } else this.#beginToken(character, false);
    return true;
  }

  /** Parses the first character of a key or a value. */
  #beginToken(character: string, isKey: boolean): void {
    this.#hasGrown ||= !isKey;
    if (character === '"') {
      this.#expected = "string";
      this.#string = "";
      this.#isKey = isKey;
    } else if (isKey || (OPENING.includes(character) && this.#open.length === MAX_JSON_DEPTH)) {
      this.#expected = "nothing";
    } else if (character === "[" || character === "{") {
      this.#open.push({
        ...(character === "[" ? { items: [] } : { fields: {} }),
        size: 0,
        key: "",
      });
      this.#copyCost += 1;
      this.#expected = "first";
    } else {
      this.#expected = "literal";
      this.#position--;
    }
  }

  #readString(text: string): boolean {
    this.#hasGrown ||= !this.#isKey;
    const end = findNext(/["\\]/g, text, this.#position);
    this.#string += text.slice(this.#position, end);
    this.#position = end;
    if (end === text.length) return false;
    if (text[end] === "\\") return this.#readEscape(text);
    this.#position++;
    const open = this.#open.at(-1);
    if (!this.#isKey) this.#addValue(this.#string);
    else if (open) {
      open.key = this.#string;
      this.#expected = "colon";
    }
    return true;
  }

  #readEscape(text: string): boolean {
    const character = text[this.#position + 1];
    const length = character === "u" ? 6 : 2;
    if (character === undefined || text.length < this.#position + length) return false;
    const code = text.slice(this.#position + 2, this.#position + length);
    this.#string += code
      ? String.fromCharCode(Number.parseInt(code, 16))
      : (ESCAPES[character] ?? character);
    this.#position += length;
    return true;
  }

  /** Parses a number, `true`, `false` or `null`, which ends before the next delimiter. */
  #readLiteral(text: string): boolean {
    this.#hasGrown = true;
    const end = findNext(/[\s,\]}]/g, text, this.#position);
    if (end === text.length) return false;
    const value = parseLiteral(text.slice(this.#position, end));
    this.#position = end;
    if (value === UNKNOWN) this.#expected = "nothing";
    else this.#addValue(value);
    return true;
  }

  #closeContainer(character: string): void {
    const open = this.#open.at(-1);
    if (!open || character !== (open.fields ? "}" : "]")) {
      this.#expected = "nothing";
      return;
    }
    this.#open.pop();
    this.#copyCost -= open.size + 1;
    // A container without changes since it was returned keeps its identity.
    this.#addValue(replaceEqualDeep(open.lastValue, open.items ?? open.fields));
  }

  #addValue(value: unknown): void {
    this.#hasGrown = true;
    const open = this.#open.at(-1);
    if (!open) {
      this.#value = value;
      this.#expected = "nothing";
      return;
    }
    open.items?.push(value);
    if (open.fields) putOwn(open.fields, open.key, value);
    open.size += 1;
    this.#copyCost += 1;
    this.#expected = "more";
  }

  /**
   * Creates new values for the open containers. Values that were returned before are not mutated.
   */
  #refreshValue(): void {
    let value = this.#unfinishedValue();
    for (const open of this.#open.toReversed()) {
      const { items, fields, key } = open;
      // `slice`, `concat` and spreading an object copy natively; spreading an array iterates.
      if (items) open.lastValue = value === UNKNOWN ? items.slice() : items.concat([value]);
      else {
        const copy = { ...fields };
        if (value !== UNKNOWN) putOwn(copy, key, value);
        open.lastValue = copy;
      }
      value = open.lastValue;
    }
    if (value !== UNKNOWN) this.#value = value;
  }

  /** Returns the unfinished value at the end of the text. */
  #unfinishedValue(): unknown {
    if (this.#expected === "string" && !this.#isKey) return this.#string;
    return this.#expected === "literal"
      ? parseLiteral(this.#pendingText.slice(this.#position))
      : UNKNOWN;
  }
}

/** Returns the index of the next matching character, or the end of the text. */
function findNext(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Returns the value of a literal, or of its beginning. */
function parseLiteral(literal: string): unknown {
  // An empty text is the beginning of every literal.
  if (literal === "") return UNKNOWN;
  if ("true".startsWith(literal)) return true;
  if ("false".startsWith(literal)) return false;
  if ("null".startsWith(literal)) return null;
  const [number] = NUMBER.exec(literal) ?? [];
  return number === undefined ? UNKNOWN : Number(number);
}

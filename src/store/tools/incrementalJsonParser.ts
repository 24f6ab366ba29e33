import { putOwn } from "../../reducer/safeRecord.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";

/** An array or object that is not closed yet. */
interface Open {
  /** Complete entries: either `items` of an array or `fields` of an object. */
  readonly items?: unknown[];
  readonly fields?: Record<string, unknown>;
  /** Number of complete entries. */
  size: number;
  /** Key of the value that is being read, in an object. */
  key: string;
  /** Value that was returned last for this container. */
  shown?: unknown;
}

/** Next expected token; `nothing` after the end or after invalid text. */
type Expected = "value" | "first" | "key" | "colon" | "more" | "string" | "word" | "nothing";

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?/;
/**
 * A returned value contains copies of the open containers, so returning a long array after every
 * piece would cost more the longer it gets. Each received character pays for some copied entries:
 * an array of 64,000 entries is returned every 2,000 characters, one of up to 1,000 entries every
 * time.
 */
const COPIES_PER_SIGN = 32;
const FREE_COPIES = 1_000;
/** Marks a value of which nothing is known yet. */
const UNKNOWN = Symbol("unknown");

/**
 * Parses JSON while it arrives, at a cost proportional to the new text. Complete parts keep their
 * identity. Open parts are new values when they have grown, long ones when they have grown enough.
 */
export class IncrementalJsonParser {
  /** The last piece, preceded by text that ended inside an escape or a literal. */
  #text = "";
  #at = 0;
  #open: Open[] = [];
  #expected: Expected = "value";
  /** The string being read, and whether it is a key. */
  #string = "";
  #isKey = false;
  #hasGrown = false;
  /** Number of entries that may be copied, paid for by received characters. */
  #mayCopy = FREE_COPIES;
  /**
   * Number of entries to copy for a new value. Each open container is itself an entry of its
   * parent.
   */
  #copies = 0;
  #value: unknown;

  /**
   * Parses the next piece of the text.
   *
   * @param isLast - True when no more text follows; the complete value is returned.
   * @returns The value as far as it is known; `undefined` when nothing is known.
   */
  read(piece: string, isLast = false): unknown {
    if (piece === "" && !isLast) return this.#value;
    // Text that was parsed before cannot change the value.
    if (piece !== "" && this.#expected !== "nothing") {
      const text = this.#text.slice(this.#at) + piece;
      this.#text = text;
      this.#at = 0;
      while (this.#at < text.length && this.#step(text));
    }
    this.#mayCopy += COPIES_PER_SIGN * piece.length;
    if (this.#hasGrown && (isLast || this.#copies <= this.#mayCopy)) {
      this.#show();
      this.#hasGrown = false;
      this.#mayCopy = FREE_COPIES;
    }
    return this.#value;
  }

  /** Parses one token; returns false when it needs more text. */
  #step(text: string): boolean {
    if (this.#expected === "nothing") return false;
    if (this.#expected === "string") return this.#readString(text);
    if (this.#expected === "word") return this.#readWord(text);
    const sign = text[this.#at] as string;
    this.#at++;
    if (" \n\r\t".includes(sign)) return true;
    const isRecord = this.#open.at(-1)?.fields !== undefined;
    if (this.#expected === "colon") this.#expected = sign === ":" ? "value" : "nothing";
    else if (this.#expected === "more" && sign === ",") this.#expected = isRecord ? "key" : "value";
    else if (this.#expected === "more") this.#close(sign);
    else if (this.#expected === "first" && "]}".includes(sign)) this.#close(sign);
    else if (this.#expected === "key" || (this.#expected === "first" && isRecord)) {
      this.#begin(sign, true);
    } else this.#begin(sign, false);
    return true;
  }

  /** Parses the first character of a key or a value. */
  #begin(sign: string, isKey: boolean): void {
    this.#hasGrown ||= !isKey;
    if (sign === '"') {
      this.#expected = "string";
      this.#string = "";
      this.#isKey = isKey;
    } else if (isKey) this.#expected = "nothing";
    else if (sign === "[" || sign === "{") {
      this.#open.push({ ...(sign === "[" ? { items: [] } : { fields: {} }), size: 0, key: "" });
      this.#copies += 1;
      this.#expected = "first";
    } else {
      this.#expected = "word";
      this.#at--;
    }
  }

  #readString(text: string): boolean {
    this.#hasGrown ||= !this.#isKey;
    const end = indexOf(/["\\]/g, text, this.#at);
    this.#string += text.slice(this.#at, end);
    this.#at = end;
    if (end === text.length) return false;
    if (text[end] === "\\") return this.#readEscape(text);
    this.#at++;
    const open = this.#open.at(-1);
    if (!this.#isKey) this.#add(this.#string);
    else if (open) {
      open.key = this.#string;
      this.#expected = "colon";
    }
    return true;
  }

  #readEscape(text: string): boolean {
    const sign = text[this.#at + 1];
    const length = sign === "u" ? 6 : 2;
    if (sign === undefined || text.length < this.#at + length) return false;
    const code = text.slice(this.#at + 2, this.#at + length);
    this.#string += code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[sign] ?? sign);
    this.#at += length;
    return true;
  }

  /** Parses a number, `true`, `false` or `null`, which ends before the next delimiter. */
  #readWord(text: string): boolean {
    this.#hasGrown = true;
    const end = indexOf(/[\s,\]}]/g, text, this.#at);
    if (end === text.length) return false;
    const value = wordOf(text.slice(this.#at, end));
    this.#at = end;
    if (value === UNKNOWN) this.#expected = "nothing";
    else this.#add(value);
    return true;
  }

  #close(sign: string): void {
    const open = this.#open.at(-1);
    if (!open || sign !== (open.fields ? "}" : "]")) {
      this.#expected = "nothing";
      return;
    }
    this.#open.pop();
    this.#copies -= open.size + 1;
    // A container without changes since it was returned keeps its identity.
    this.#add(replaceEqualDeep(open.shown, open.items ?? open.fields));
  }

  #add(value: unknown): void {
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
    this.#copies += 1;
    this.#expected = "more";
  }

  /**
   * Creates new values for the open containers. Values that were returned before are not mutated.
   */
  #show(): void {
    let value = this.#last();
    for (const open of this.#open.toReversed()) {
      const { items, fields, key } = open;
      // `slice`, `concat` and spreading an object copy natively; spreading an array iterates.
      if (items) open.shown = value === UNKNOWN ? items.slice() : items.concat([value]);
      else {
        const copy = { ...fields };
        if (value !== UNKNOWN) putOwn(copy, key, value);
        open.shown = copy;
      }
      value = open.shown;
    }
    if (value !== UNKNOWN) this.#value = value;
  }

  /** Returns the unfinished value at the end of the text. */
  #last(): unknown {
    if (this.#expected === "string" && !this.#isKey) return this.#string;
    return this.#expected === "word" ? wordOf(this.#text.slice(this.#at)) : UNKNOWN;
  }
}

/** Returns the index of the next matching character, or the end of the text. */
function indexOf(signs: RegExp, text: string, from: number): number {
  signs.lastIndex = from;
  return signs.exec(text)?.index ?? text.length;
}

/** Returns the value of a literal, or of its beginning. */
function wordOf(word: string): unknown {
  // An empty text is the beginning of every literal.
  if (word === "") return UNKNOWN;
  if ("true".startsWith(word)) return true;
  if ("false".startsWith(word)) return false;
  if ("null".startsWith(word)) return null;
  const [number] = NUMBER.exec(word) ?? [];
  return number === undefined ? UNKNOWN : Number(number);
}

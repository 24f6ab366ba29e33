import { putOwn } from "../../reducer/safeRecord.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";

/** A list or a record that has not been closed. */
interface Open {
  /** What is complete in it: exactly one of the two is there. */
  readonly items?: unknown[];
  readonly fields?: Record<string, unknown>;
  /** How many entries are complete. */
  size: number;
  /** Of a record: the key of the value that comes. */
  key: string;
  /** What was shown of it last. */
  shown?: unknown;
}

/** What comes next; `nothing` behind the end, and behind what is no JSON. */
type Expected = "value" | "first" | "key" | "colon" | "more" | "string" | "word" | "nothing";

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?/;
/**
 * What is shown is a copy of every list that is open, so to show a list of thousands with each piece would cost more
 * the longer it is. It is shown when the signs that have come since it was shown last pay for that: one of 64,000
 * entries every 2,000 signs, and one of a thousand always.
 */
const COPIES_PER_SIGN = 32;
const FREE_COPIES = 1_000;
/** Stands for a value of which nothing can be told yet. */
const UNKNOWN = Symbol("unknown");

/**
 * Reads JSON while it arrives. It goes on where it stopped: the cost is that of what is new, where a parser
 * begins at the start with every piece. What is complete keeps its identity; what is open is another value
 * whenever it has grown, a long one when it has grown enough to be worth it.
 */
export class IncrementalJsonParser {
  /** What could not be read yet, as it breaks off in an escape or in a word, and the piece that came last. */
  #text = "";
  #at = 0;
  #open: Open[] = [];
  #expected: Expected = "value";
  /** The string that is read now, as far as it has come, and whether it is a key. */
  #string = "";
  #isKey = false;
  #hasGrown = false;
  /** How many entries may be copied to show what has grown: each sign that arrives pays for some. */
  #mayCopy = FREE_COPIES;
  /** How many it takes to make the value anew: one in each list that is open is open itself. */
  #copies = 0;
  #value: unknown;

  /**
   * Reads the next piece of the text.
   *
   * @param isLast - Whether no other comes: then all of it is shown.
   * @returns What can be told of it by now; `undefined` when that is nothing.
   */
  read(piece: string, isLast = false): unknown {
    if (piece === "" && !isLast) return this.#value;
    // Of what has been read before nothing else can be told.
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

  /** Reads one part of the text; `false` when it takes more text to go on. */
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

  /** The first sign of a key or of a value. */
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

  /** A number, `true`, `false` or `null`: what ends it is not its own. */
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
    // Where nothing was added since it was shown, it is what was shown.
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

  /** Makes the value anew where it is open: what was shown before is not written to. */
  #show(): void {
    let value = this.#last();
    for (const open of this.#open.toReversed()) {
      const { items, fields, key } = open;
      // Both copy the list at once, where spreading would go through it.
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

  /** What can be told of the value that the text breaks off in. */
  #last(): unknown {
    if (this.#expected === "string" && !this.#isKey) return this.#string;
    return this.#expected === "word" ? wordOf(this.#text.slice(this.#at)) : UNKNOWN;
  }
}

/** Where a sign of that kind comes next, else the end of the text. */
function indexOf(signs: RegExp, text: string, from: number): number {
  signs.lastIndex = from;
  return signs.exec(text)?.index ?? text.length;
}

/** The value that a word is, or is the beginning of. */
function wordOf(word: string): unknown {
  // Every word begins with nothing.
  if (word === "") return UNKNOWN;
  if ("true".startsWith(word)) return true;
  if ("false".startsWith(word)) return false;
  if ("null".startsWith(word)) return null;
  const [number] = NUMBER.exec(word) ?? [];
  return number === undefined ? UNKNOWN : Number(number);
}

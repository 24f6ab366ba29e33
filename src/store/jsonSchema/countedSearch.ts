/** Continues a match at a position; returns true when everything that follows matches. */
type Next = (at: number) => boolean;

/** Matches a part of a pattern at a position, and continues after it. */
type Matcher = (at: number, next: Next) => boolean;

/** A part of a pattern that matches exactly one character. */
interface CharMatcher {
  readonly test: (char: string) => boolean;
}

/** Number of steps that patterns may take; it decreases as they do. */
export interface StepBudget {
  left: number;
}

/** Thrown when a pattern exceeds its budget, or uses syntax of which the steps cannot be counted. */
class NotCountable extends Error {}

/** An escape, a class, or a single character of a pattern with the flag `u`. */
const CHARACTER =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u.{4}|x..|c.|.)|\[\^?(?:\\.|[^\]\\])*\]|./suy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/uy;
const GROUP = /\((?!\?)|\(\?(:|=|!)|\(\?<[^=!>][^>]*>/uy;

/**
 * Searches a text for a pattern, and counts the steps.
 *
 * @param budget - Loses the steps of the search.
 * @returns True for a match; `undefined` when the budget does not suffice, or when the pattern has lookbehinds,
 * references to groups or modifiers.
 */
type CountedSearch = (text: string, budget: StepBudget) => boolean | undefined;

/**
 * Creates a search that takes the steps of the backtracking search of browsers.
 *
 * @param source - A valid pattern for the flag `u`.
 */
export function createCountedSearch(source: string): CountedSearch {
  const search: Search = { chars: [], budget: { left: 0 } };
  let match: Matcher | undefined;
  return (text, budget) => {
    search.chars = [...text];
    search.budget = budget;
    try {
      match ??= compile(source, search);
      for (let start = 0; start <= search.chars.length; start++)
        if (match(start, () => true)) return true;
      return false;
    } catch (error) {
      // The search is recursive: a stack overflow is a RangeError.
      if (error instanceof NotCountable || error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** The text that is searched now. */
interface Search {
  chars: readonly string[];
  budget: StepBudget;
}

/** Returns the matcher of a pattern for the characters of a search. */
function compile(source: string, search: Search): Matcher {
  let position = 0;

  function read(syntax: RegExp): RegExpExecArray | undefined {
    syntax.lastIndex = position;
    const match = syntax.exec(source);
    if (match) position = syntax.lastIndex;
    return match ?? undefined;
  }

  function spend(): void {
    search.budget.left -= 1;
    if (search.budget.left < 0) throw new NotCountable();
  }

  function readAlternatives(): Matcher {
    const alternatives = [readSequence()];
    while (source[position] === "|") {
      position += 1;
      alternatives.push(readSequence());
    }
    return (at, next) => alternatives.some((match) => match(at, next));
  }

  function readSequence(): Matcher {
    const parts: Matcher[] = [];
    while (position < source.length && source[position] !== "|" && source[position] !== ")")
      parts.push(readQuantified());
    return parts.reduceRight<Matcher>(
      (rest, part) => (at, next) => part(at, (end) => rest(end, next)),
      (at, next) => next(at),
    );
  }

  function readQuantified(): Matcher {
    const part = readPart();
    const quantifier = read(QUANTIFIER);
    if (!quantifier) return typeof part === "function" ? part : once(part);
    const [, sign, count, comma, most, lazy] = quantifier;
    const min = sign ? Number(sign === "+") : Number(count);
    const max = sign === "?" ? 1 : sign || (comma && !most) ? Infinity : Number(most || count);
    return typeof part === "function"
      ? repeat(part, { min, max, isLazy: lazy === "?" })
      : repeatChar(part, { min, max, isLazy: lazy === "?" });
  }

  function readPart(): Matcher | CharMatcher {
    const group = read(GROUP);
    if (group) return readGroup(group[1]);
    const [atom = ""] = read(CHARACTER) ?? [];
    // Lookbehinds, modifiers and references to groups.
    if (atom === "(" || /^\\(?:[1-9]|k)/.test(atom)) throw new NotCountable();
    if (atom === "^") return assert((at) => at === 0);
    if (atom === "$") return assert((at) => at === search.chars.length);
    if (/^\\[bB]$/.test(atom))
      return assert(
        (at) => (isWord(search.chars[at - 1]) !== isWord(search.chars[at])) === (atom === "\\b"),
      );
    if (/^[\w /@:-]$/.test(atom)) return { test: (char) => char === atom };
    const single = new RegExp(`^${atom}$`, "u");
    return { test: (char) => single.test(char) };
  }

  function readGroup(kind: string | undefined): Matcher {
    const inner = readAlternatives();
    position += 1;
    if (kind !== "=" && kind !== "!") return inner;
    return (at, next) => inner(at, () => true) === (kind === "=") && next(at);
  }

  function assert(isMet: (at: number) => boolean): Matcher {
    return (at, next) => {
      spend();
      return isMet(at) && next(at);
    };
  }

  function once({ test }: CharMatcher): Matcher {
    return (at, next) => {
      spend();
      const char = search.chars[at];
      return char !== undefined && test(char) && next(at + 1);
    };
  }

  /** Repeats a character in a loop, because recursion for each character would exceed the stack. */
  function repeatChar(part: CharMatcher, { min, max, isLazy }: Repetition): Matcher {
    return (at, next) => {
      const isMore = (end: number) => {
        spend();
        const char = search.chars[end];
        return end - at < max && char !== undefined && part.test(char);
      };
      let end = at;
      if (isLazy) {
        while (end - at < min || !next(end)) {
          if (!isMore(end)) return false;
          end += 1;
        }
        return true;
      }
      while (isMore(end)) end += 1;
      for (; end - at >= min; end--) {
        spend();
        if (next(end)) return true;
      }
      return false;
    };
  }

  function repeat(part: Matcher, { min, max, isLazy }: Repetition): Matcher {
    const iterate = (at: number, count: number, next: Next): boolean => {
      spend();
      const more = () =>
        count < max &&
        // An empty repetition adds nothing.
        part(at, (end) => (end !== at || count < min) && iterate(end, count + 1, next));
      const isDone = () => count >= min && next(at);
      return isLazy ? isDone() || more() : more() || isDone();
    };
    return (at, next) => iterate(at, 0, next);
  }

  return readAlternatives();
}

interface Repetition {
  readonly min: number;
  readonly max: number;
  readonly isLazy: boolean;
}

const isWord = (char = "") => /^\w$/.test(char);

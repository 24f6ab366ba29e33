/** Longest pattern that is run. */
const MAX_PATTERN = 300;

/** Most steps that a match may take; about a hundredth of a second. */
const MAX_STEPS = 2_000_000;

/**
 * Returns whether a value matches a pattern that a model wrote; `undefined` when the pattern is invalid, or when a match
 * could take too long. The page would not respond meanwhile.
 */
export function matchesPattern(pattern: string, value: string): boolean | undefined {
  const repetitions = countRepetitions(pattern);
  if (repetitions === undefined || countSteps(value.length, repetitions) > MAX_STEPS)
    return undefined;
  try {
    return new RegExp(pattern).test(value);
  } catch {
    return undefined;
  }
}

/** Returns the number of ways in which repetitions can divide a text, including the position at which a match starts. */
function countSteps(length: number, repetitions: number): number {
  let steps = 1;
  for (let index = 1; index <= repetitions + 1; index++) steps *= (length + index) / index;
  return steps;
}

interface PatternGroup {
  /** True when the group has repetitions or alternatives, so that a repetition of the group takes exponential time. */
  isComplex: boolean;
}

/** Matches an escape, a class, the start or end of a group, an alternative, or a quantifier. */
const TOKENS =
  /\\(?:k<|[1-9])|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|\||[*+?]|\{\d+(?:,\d*)?\}/gs;

/** Returns the number of repetitions in a pattern; `undefined` for one that may take exponential time. */
function countRepetitions(pattern: string): number | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const groups: PatternGroup[] = [{ isComplex: false }];
  let closed: PatternGroup | undefined;
  let count = 0;
  let end = 0;
  for (const { 0: token, index } of pattern.matchAll(TOKENS)) {
    const before = index === end ? closed : undefined;
    closed = undefined;
    end = index + token.length;
    const group = groups.at(-1);
    if (!group) return undefined;
    // The time of a match with a reference to a group has no bound.
    if (/^\\(?:k<|[1-9])/.test(token)) return undefined;
    if (token.startsWith("(")) groups.push({ isComplex: false });
    else if (token === ")") {
      closed = groups.pop();
      const outer = groups.at(-1);
      if (!outer) return undefined;
      outer.isComplex ||= closed?.isComplex ?? false;
    } else if (token === "|") group.isComplex = true;
    else if (isRepetition(token)) {
      if (before?.isComplex) return undefined;
      count += 1;
      group.isComplex = true;
    }
  }
  return count;
}

/** True for a quantifier that may repeat; `?` only leaves out. */
function isRepetition(token: string): boolean {
  return token === "*" || token === "+" || (token.startsWith("{") && token !== "{1}");
}

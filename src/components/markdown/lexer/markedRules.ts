import type { Rules } from "marked";

/** Extended rules by interruption, which only one kind of tokenizer uses. A cache, as a streaming text is lexed with every delta. */
const extendedRules = new Map<RegExp, Rules>();

/**
 * Returns the rules of marked, with these changes of their source:
 *
 * | rule | change | example |
 * | --- | --- | --- |
 * | `paragraph` | ends before an interruption | in `Text⏎[^1]: note`, the paragraph is `Text` |
 * | `lheading` | ends before an interruption | `Text⏎[^1]: note⏎===` is no heading of two lines |
 * | `text` | ends before a dollar sign | in `costs $x$`, the text is `costs ` and a formula is read next |
 * | `text` | reads dollar signs in a row at once | in `$$$$$x`, the text is `$$$`; only the last two can open a formula |
 *
 * Marked offers `startBlock` and `startInline` for this, but calls them with the whole rest of the source for each paragraph
 * and each text: a long text takes quadratic time.
 *
 * A version of marked that writes a rule in another way makes a change do nothing, and `markedRules.test.ts` fails. This is
 * why package.json accepts only patches of one version.
 *
 * @param interruption - Matches a line, with the line break before it, that ends the paragraph before it.
 * @param hasFormulas - True when dollar signs may open formulas.
 */
export function extendRules(rules: Rules, interruption: RegExp, hasFormulas: boolean): Rules {
  const cached = extendedRules.get(interruption);
  if (cached) return cached;
  const { block, inline } = rules;
  // In both rules, this lookahead has the lines that may not follow a line break.
  const lookahead = "\\n(?!";
  const interruptedLookahead = `${lookahead}${interruption.source.slice("\\n".length)}|`;
  const paragraph = replacePart(block.paragraph, lookahead, interruptedLookahead);
  const lheading = replacePart(block.lheading, lookahead, interruptedLookahead);
  const endedText = replacePart(inline.text, "(?=[\\\\<!", "(?=[$\\\\<!");
  const text = replacePart(endedText, "(`+|", "(`+|\\$+(?=\\$\\$)|");
  const extended = {
    ...rules,
    block: { ...block, paragraph, lheading },
    inline: hasFormulas ? { ...inline, text } : inline,
  };
  extendedRules.set(interruption, extended);
  return extended;
}

/** Returns a rule whose source has another text in place of the first occurrence of a part. */
function replacePart(rule: RegExp, part: string, replacement: string): RegExp {
  // A function, because `$` in a replacement text has a meaning of its own.
  return new RegExp(
    rule.source.replace(part, () => replacement),
    rule.flags,
  );
}

/** Creates a rule that matches up to a computed end, if that is not the start. */
export function createRule(findEnd: (source: string) => number): RegExp {
  const exec = (source: string) => {
    const raw = source.slice(0, findEnd(source));
    return raw ? [raw, raw] : null;
  };
  // marked calls only `exec` on these rules.
  return { exec } as RegExp;
}

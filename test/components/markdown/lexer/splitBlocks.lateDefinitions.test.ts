import { expect, test } from "vitest";
import { allBlocks, type SplitText } from "../../../../src/components/markdown/lexer/blockList.ts";
import {
  lexStaleBlocks,
  splitBlocks,
} from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { streamBlocks } from "./streamBlocks.ts";

const DEFINITIONS = "[r1]: https://a.example\n[b]: https://b.example\n";
const prose = (kilobytes: number) =>
  "See [a][r1] and [b] for more about the places that we visited.\n\n".repeat(kilobytes * 16);

/** Returns the number of characters in the blocks that have other tokens than before. */
function changedLength(before: SplitText, after: SplitText): number {
  const known = new Set(allBlocks(before).map(({ tokens }) => tokens));
  return allBlocks(after).reduce(
    (sum, { raw, tokens }) => sum + (known.has(tokens) ? 0 : raw.length),
    0,
  );
}

/** Lexes all stale blocks, and returns the largest number of characters of one step. */
function lexAllStale(split: SplitText): [finished: SplitText, longest: number] {
  let longest = 0;
  let finished = split;
  while (finished.hasStaleBlocks) {
    const next = lexStaleBlocks(finished);
    longest = Math.max(longest, changedLength(finished, next));
    finished = next;
  }
  return [finished, longest];
}

test.each([5, 20, 80])("late definitions change %i kB of text in short steps", (kilobytes) => {
  const text = prose(kilobytes);
  const before = streamBlocks(text, 400);
  const withDefinitions = splitBlocks(
    before,
    `${text}${DEFINITIONS}`,
    true,
    before.createTokenizer,
  );
  const ended = splitBlocks(
    withDefinitions,
    `${text}${DEFINITIONS}`,
    false,
    before.createTokenizer,
  );
  const [finished, longest] = lexAllStale(ended);
  for (const length of [changedLength(before, withDefinitions), longest])
    expect(length).toBeLessThan(3_000);
  const whole = splitBlocks(null, `${text}${DEFINITIONS}`, false, before.createTokenizer);
  expect(allBlocks(finished).map(({ tokens }) => tokens)).toEqual(
    allBlocks(whole).map(({ tokens }) => tokens),
  );
});

test("a text that grows while blocks are stale lexes some of them with each delta", () => {
  const text = prose(5);
  let split = streamBlocks(text, 400);
  const grown = `${text}${DEFINITIONS}\n`;
  for (let count = 0; count < 12; count++)
    split = splitBlocks(split, `${grown}${"word ".repeat(count)}`, true, split.createTokenizer);
  expect(split.hasStaleBlocks).toBe(false);
});

import { expect, test } from "vitest";
import { collectFootnotes } from "../../../../src/components/markdown/footnotes/collectFootnotes.ts";
import { createFootnoteTokenizer } from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { countSteps } from "../lexer/countSteps.ts";

const DELTA = 400;
/** Text of a quick model in one frame. The cost of a delta that depends on the text before it counts four times as much. */
const SMALL_DELTA = 100;

/** Returns the most steps of one delta between two lengths of a streaming text. */
function mostSteps(text: string, from: number, to: number): number {
  let split = splitBlocks(null, text.slice(0, from), true, createFootnoteTokenizer);
  collectFootnotes(split, true);
  let most = 0;
  for (let end = from + DELTA; end <= to; end += DELTA) {
    split = splitBlocks(split, text.slice(0, end), true, createFootnoteTokenizer);
    most = Math.max(
      most,
      countSteps(() => collectFootnotes(split, true)),
    );
  }
  return most;
}

/** Creates a text from units with a number each. */
function numberedText(unit: (index: number) => string): string {
  return Array.from({ length: 30_000 }, (_, index) => unit(index)).join("");
}

const units: [string, (index: number) => string][] = [
  [
    "blocks with a reference and a footnote",
    (index: number) => `w[^${index}]\n\n[^${index}]: n\n\n`,
  ],
  ["blocks after a footnote", (index: number) => `${index ? "" : "w[^1]\n\n[^1]: n\n\n"}word\n\n`],
  ["a list of references", (index: number) => `${index ? "" : "[^1]: n\n\n"}- w[^1]\n`],
  ["a paragraph of references", (index: number) => `${index ? "" : "[^1]: n\n\n"}w[^1] a `],
  ["unknown references", () => "w [^a-z] a\n\n"],
];

test.each(units)("a delta collects %s in the same steps, however long the text is", (_, unit) => {
  const text = numberedText(unit);
  const early = mostSteps(text, 60_000, 64_000);
  expect(mostSteps(text, 240_000, 244_000)).toBeLessThan(1.5 * early);
});

/** Returns the steps of all deltas of a streaming text. */
function allSteps(text: string): number {
  return countSteps(() => {
    let split = splitBlocks(null, "", true, createFootnoteTokenizer);
    for (let end = SMALL_DELTA; end <= text.length; end += SMALL_DELTA) {
      split = splitBlocks(split, text.slice(0, end), true, createFootnoteTokenizer);
      collectFootnotes(split, true);
    }
  });
}

test.each(units)("from 5 to 80 KB, the cost of %s grows at most with exponent 1.2", (_, unit) => {
  const text = numberedText(unit);
  const ratio = allSteps(text.slice(0, 80_000)) / allSteps(text.slice(0, 5000));
  expect(Math.log(ratio) / Math.log(16)).toBeLessThan(1.2);
});

import { describe, expect, test } from "vitest";
import { allBlocks } from "../../../../src/components/markdown/lexer/blockList.ts";
import { createFormulaTokenizer } from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { countSteps } from "./countSteps.ts";
import { hostileMixes, hostileUnits, repeatUnit, slowUnits } from "./hostileText.ts";
import { streamBlocks } from "./streamBlocks.ts";

/** Length of a delta. Costs grow with the number of deltas, so a test needs no short ones. */
const DELTA = 400;

/** Steps of a streaming text, in all and of the most expensive delta. */
interface Steps {
  all: number;
  most: number;
}

const units = [...slowUnits, ...hostileUnits, ...hostileMixes];

/** Units with the start of the text that they continue. */
const growing: [unit: readonly string[], head: string][] = [
  ...units.map((unit): [readonly string[], string] => [unit, ""]),
  [["AbC+"], "![a](data:image/png;base64,"],
  [["0123456789"], "```\n"],
  [["  - b\n"], "- a\n"],
  [["b\n"], "- a\n"],
  [["> - *b* \n"], ""],
  [["| ab ".repeat(100), "|\n"], `${"| a ".repeat(100)}|\n${"|-".repeat(100)}|\n`],
];

function stepsOf(text: string): Steps {
  let most = 0;
  const all = countSteps((stepsSoFar) => {
    let split = splitBlocks(null, "", true, createFormulaTokenizer);
    for (let end = DELTA; end < text.length + DELTA; end += DELTA) {
      const before = stepsSoFar();
      split = splitBlocks(split, text.slice(0, end), true, createFormulaTokenizer);
      most = Math.max(most, stepsSoFar() - before);
    }
  });
  return { all, most };
}

describe("from 5 to 80 KB, the cost of a streaming text grows at most with exponent 1.2", () => {
  test.each(growing)("repeats %j", { timeout: 600_000 }, (unit, head) => {
    const short = stepsOf(head + repeatUnit(unit, 5000));
    const long = stepsOf(head + repeatUnit(unit, 80_000));
    expect(Math.log(long.all / short.all) / Math.log(16)).toBeLessThan(1.2);
    expect(long.most).toBeLessThan(5 * short.most);
  });
});

test.each(units.map((unit) => [unit]))(
  "splitBlocks loses nothing of %j",
  { timeout: 600_000 },
  (unit) => {
    const text = repeatUnit(unit, 6000);
    const blocks = allBlocks(streamBlocks(text, 97, null, createFormulaTokenizer));
    expect(blocks.map(({ raw }) => raw).join("")).toBe(text.replace(/\r\n?/g, "\n"));
  },
);

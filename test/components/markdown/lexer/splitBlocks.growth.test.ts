import { afterEach, describe, expect, test, vi } from "vitest";
import { createFormulaTokenizer } from "../../../../src/components/markdown/extras.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { hostileUnits, repeatUnit, slowUnits } from "./hostileText.ts";
import { stream } from "./streamBlocks.ts";

afterEach(() => vi.restoreAllMocks());

/** Length of a delta. Costs grow with the number of deltas, so a test needs no short ones. */
const DELTA = 400;

/** Steps of a streaming text: characters that patterns read, and calls of patterns. */
interface Steps {
  all: number;
  /** Steps of the most expensive delta. */
  most: number;
}

const units = [...slowUnits, ...hostileUnits].map((unit) => [unit]);

function countSteps(text: string): Steps {
  let all = 0;
  const { exec } = RegExp.prototype;
  const spy = vi.spyOn(RegExp.prototype, "exec");
  spy.mockImplementation(function (this: RegExp, source: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, source);
    const isAnchored = this.sticky || this.source.startsWith("^");
    all +=
      1 + (match ? match.index + match[0].length - from : isAnchored ? 0 : source.length - from);
    return match;
  });
  let most = 0;
  let split = splitBlocks(null, "", true, createFormulaTokenizer);
  for (let end = DELTA; end < text.length + DELTA; end += DELTA) {
    const before = all;
    split = splitBlocks(split, text.slice(0, end), true, createFormulaTokenizer);
    most = Math.max(most, all - before);
  }
  spy.mockRestore();
  return { all, most };
}

describe("the cost of a streaming text grows with its length at most with exponent 1.2", () => {
  test.each(units)("%j", { timeout: 60_000 }, (unit) => {
    const [short, long] = [8000, 32_000].map((length) => countSteps(repeatUnit(unit, length)));
    const exponent = Math.log((long?.all ?? 0) / (short?.all ?? 1)) / Math.log(4);
    expect(exponent).toBeLessThan(1.2);
    expect(long?.most ?? 0).toBeLessThan(5 * (short?.most ?? 0));
  });
});

test.each(units)("splitBlocks loses nothing of %j", { timeout: 60_000 }, (unit) => {
  const text = repeatUnit(unit, 6000);
  const { blocks } = stream(text, 97, null, createFormulaTokenizer);
  expect(blocks.map(({ raw }) => raw).join("")).toBe(text);
});

import { afterEach, expect, test, vi } from "vitest";
import { detectExtras, type ExtrasScan } from "../../../src/components/markdown/useExtras.ts";

afterEach(() => vi.restoreAllMocks());

const NOTHING: ExtrasScan = { text: "", needsExtras: false };

/** Where in a text, that arrives in pieces, what is rare has been seen. */
function seenAt(text: string, step: number): number {
  let looked = NOTHING;
  for (let end = 0; end < text.length + step; end += step) {
    looked = detectExtras(looked, text.slice(0, end));
    if (looked.needsExtras) return Math.min(end, text.length);
  }
  return -1;
}

test.each(["![", "[^", "```", "~~~", "\n    ", "\n\t"])("%j is seen with its last sign", (rare) => {
  const text = `some words${rare}`;
  expect(seenAt(text, 1)).toBe(text.length);
  expect(seenAt(`${text} more`, text.length - 1)).toBeGreaterThan(0);
});

test.each(["    a", "\ta"])("%j begins a block of code", (text) => {
  expect(detectExtras(NOTHING, text).needsExtras).toBe(true);
});

test.each(["a     b", "so  \n   c", "``x``", "a!b [c]"])("%j is nothing rare", (text) => {
  for (const step of [1, 2, 3]) expect(seenAt(text, step)).toBe(-1);
});

test("another text is looked through from its start", () => {
  const before = detectExtras(NOTHING, "some words of a text");
  expect(detectExtras(before, "```\nand other words of a text").needsExtras).toBe(true);
});

test("what was looked through is not looked through again", () => {
  const { test: find } = RegExp.prototype;
  let searched = 0;
  vi.spyOn(RegExp.prototype, "test").mockImplementation(function (this: RegExp, text: string) {
    searched += text.length;
    return find.call(this, text);
  });
  const text = "words and more words ".repeat(100);
  expect(seenAt(text, 5)).toBe(-1);
  vi.restoreAllMocks();
  expect(searched).toBeGreaterThanOrEqual(text.length);
  expect(searched).toBeLessThan(3 * text.length);
});

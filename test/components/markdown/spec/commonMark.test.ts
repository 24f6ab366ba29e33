import { tests } from "commonmark-spec";
import { describe, expect, test } from "vitest";
import { gfmExamples } from "./gfmExamples.ts";
import { htmlOf, normalizeHtml } from "./specHtml.ts";

/** Examples of CommonMark that are read differently on purpose, with the reason. */
const commonMarkDifferences = new Map([
  [602, "a bare address is a link, as in GFM"],
  [608, "a bare address is a link, as in GFM"],
  [611, "a bare address is a link, as in GFM"],
  [612, "a bare address is a link, as in GFM"],
]);

/** Examples of GFM that are read differently on purpose, with the reason. */
const gfmDifferences = new Map<string, string>([]);

const withTabs = (text: string) => text.replaceAll("→", "\t");

describe("CommonMark's examples", () => {
  test("score 648 of 652", () => {
    const failed = tests
      .filter(
        ({ markdown, html }) =>
          normalizeHtml(htmlOf(withTabs(markdown))) !== normalizeHtml(withTabs(html)),
      )
      .map(({ number }) => number);
    expect(tests).toHaveLength(652);
    expect(failed).toEqual([...commonMarkDifferences.keys()]);
  });
});

describe("GFM's examples of its extensions", () => {
  test.each(gfmExamples)("$section: $markdown", ({ markdown, html }) => {
    const isSame = normalizeHtml(htmlOf(markdown)) === normalizeHtml(html);
    expect(isSame).toBe(!gfmDifferences.has(markdown));
  });
});

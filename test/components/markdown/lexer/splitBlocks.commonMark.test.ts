// @vitest-environment jsdom
import { tests } from "commonmark-spec";
import { describe, expect, test } from "vitest";
import { gfmExamples } from "./gfmExamples.ts";
import { htmlOf, normalizeHtml } from "./specHtml.ts";

/** Examples of CommonMark that are read differently on purpose, with the reason. */
const commonMarkDifferences = new Map([
  [148, "white space in raw HTML, which is shown as text"],
  [602, "a bare address is a link, as in GFM"],
  [608, "a bare address is a link, as in GFM"],
  [611, "a bare address is a link, as in GFM"],
  [612, "a bare address is a link, as in GFM"],
]);

/** Examples of GFM that are read differently on purpose, with the reason. */
const gfmDifferences = new Map([[657, "all raw HTML is shown as text, not only nine tags"]]);

const withTabs = (text: string) => text.replaceAll("→", "\t");

describe("CommonMark's examples", () => {
  test("score 647 of 652", () => {
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
  test("score 27 of 28", () => {
    const failed = gfmExamples
      .filter(({ markdown, html }) => normalizeHtml(htmlOf(markdown)) !== normalizeHtml(html))
      .map(({ number }) => number);
    expect(gfmExamples).toHaveLength(28);
    expect(failed).toEqual([...gfmDifferences.keys()]);
  });
});

import { describe, expect, test } from "vitest";
import { foldText } from "../../../src/selectors/foldText.ts";
import { countMatches, findMatches } from "../../../src/selectors/search/findMatches.ts";

const find = (text: string, query: string) =>
  findMatches(text, foldText(query)).map(({ start, end }) => text.slice(start, end));

describe("findMatches", () => {
  test.each([
    ["straße", "STRASSE", ["straße"]],
    ["STRASSE", "straße", ["STRASSE"]],
    ["ΟΔΥΣΣΕΥΣ, Ὀδυσσεύς", "οδυσσευς", ["ΟΔΥΣΣΕΥΣ", "Ὀδυσσεύς"]],
    ["İstanbul, ISTANBUL, ıstanbul", "istanbul", ["İstanbul", "ISTANBUL", "ıstanbul"]],
    ["A cafe\u0301, a caf\u00e9 and a cafe", "café", ["cafe\u0301", "caf\u00e9", "cafe"]],
    ["Ａｃｍｅ and ﬁle", "acme", ["Ａｃｍｅ"]],
    ["the ﬁle", "file", ["ﬁle"]],
    ["東京タワーと京都", "京", ["京", "京"]],
    ["ガス and カス", "カス", ["カス"]],
    ["ｶﾞｲﾄﾞ book", "ド", ["ﾄﾞ"]],
    ["한국어", "한국", ["한국"]],
    ["한국어", "하", []],
    ["한국어".normalize("NFD"), "한국", ["한국".normalize("NFD")]],
    ["كِتَابٌ", "كتاب", ["كِتَابٌ"]],
    ["हिन्दी", "हन", []],
    ["a  wide\n\tgap\u00a0here", "wide gap here", ["wide\n\tgap\u00a0here"]],
    ["soft\u00adhyphen", "softhyphen", ["soft\u00adhyphen"]],
    ["aaaa", "aa", ["aa", "aa"]],
    ["👩‍👩‍👧 family", "family", ["family"]],
  ])("finds in %j the query %j as %j", (text, query, matches) => {
    expect(find(text, query)).toEqual(matches);
  });

  test("counts what it finds", () => {
    const text = "Straße, strasse, STRASSE and Stra\u00adße";
    const query = foldText("strasse");
    expect(countMatches(foldText(text), query)).toBe(4);
    expect(findMatches(text, query)).toHaveLength(4);
  });

  test("finds nothing for an empty query", () => {
    expect(findMatches("text", "")).toEqual([]);
    expect(countMatches("text", "")).toBe(0);
  });
});

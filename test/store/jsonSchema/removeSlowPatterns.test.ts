import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCountedSearch } from "../../../src/store/jsonSchema/countedSearch.ts";
import { removeSlowPatterns } from "../../../src/store/jsonSchema/removeSlowPatterns.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";

const ofName = (pattern: string) => ({ type: "object", properties: { name: { pattern } } });

/** Returns the patterns that are not checked for a text. */
const slowFor = (pattern: string, text: string) =>
  removeSlowPatterns(ofName(pattern), { name: text }).patterns;

/** Patterns in which the same text matches differently, each with a text that they search for a long time. */
const evil: readonly (readonly [string, string])[] = [
  ["^(a+)+$", `${"a".repeat(40)}!`],
  ["^(a*)*$", `${"a".repeat(40)}!`],
  ["^(a|a)+$", `${"a".repeat(40)}!`],
  ["^(a|aa)+$", `${"a".repeat(60)}!`],
  ["^([a-z]+-?)*[a-z]+$", `${"a".repeat(40)}!`],
  ["^(?:\\w+\\s?)*$", `${"word".repeat(12)}!`],
  ["^(\\d{1,9}){1,9}x$", "1".repeat(60)],
  ["^(?=(a+)+$)", `${"a".repeat(40)}!`],
  [`^${"a?".repeat(30)}${"a".repeat(30)}$`, `${"a".repeat(29)}!`],
  [`^${"(a|a)".repeat(30)}$`, `${"a".repeat(30)}!`],
  ["^(?<w>a+)+$", `${"a".repeat(40)}!`],
  ["\\s+$", `${" ".repeat(20_000)}!`],
  [".*.*.*x", "a".repeat(2_000)],
];

/** Patterns of real schemas, with texts that they accept and refuse. */
const usual: readonly (readonly [string, string, string])[] = [
  ["^[a-z0-9]+(?:-[a-z0-9]+)*$", `${"long-slug-".repeat(50)}end`, `${"long-slug-".repeat(50)}`],
  ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "ada.lovelace@mail.example.org", "ada.lovelace@mail@org"],
  ["^\\d{4}-\\d{2}-\\d{2}$", "2025-12-31", "2025-12-3x"],
  ["^\\+?[0-9 ()-]{7,20}$", "+49 (30) 123-456", "+49 (30) 123-456x"],
  ["^(https?|ftp)://[^\\s/$.?#].[^\\s]*$", "https://example.org/a?b=c", "example.org"],
  ["^([A-Z]{2}\\d{2})([ ]?[A-Z0-9]{4})+$", "DE89 3704 0044 0532", "DE89 3704 0044 05"],
  ["^(?!.*\\.\\.)[\\w.]+$", "a.b.c", "a..b"],
  ["\\p{Lu}\\p{Ll}+", "Ærø", "ærø"],
  ["^[\\s\\S]*$", "line\n".repeat(40_000), ""],
];

describe("a pattern whose search would freeze the page", () => {
  test.each(evil)("%s is not checked, and the rest of the schema is", async (pattern, text) => {
    const unchecked: (readonly string[])[] = [];
    const schema = { ...ofName(pattern), required: ["name", "other"] };
    const problems = await validateJson(schema, { name: text }, (_, patterns) =>
      unchecked.push(patterns),
    );
    expect(unchecked).toEqual([[pattern]]);
    expect(problems).toMatchObject([{ code: "required", path: ["other"] }]);
  });

  test.each([
    ["not", { not: { pattern: "^(a+)+$" } }],
    ["oneOf", { oneOf: [{ pattern: "^(a+)+$" }, { pattern: "^(a*)*$" }] }],
    ["patternProperties", { patternProperties: { "^(a+)+$": { type: "null" } } }],
  ])("accepts every value beside %s", async (_, part) => {
    const text = `${"a".repeat(40)}!`;
    const schema = { type: "object", additionalProperties: part };
    expect(await validateJson(schema, { other: text, [text]: 1 })).not.toContainEqual(
      expect.objectContaining({ code: "not" }),
    );
    expect(removeSlowPatterns(schema, { [text]: text }).areNeeded).toBe(true);
  });

  test("is data as the value of `const`", async () => {
    const value = { pattern: "^(a+)+$", text: `${"a".repeat(40)}!` };
    expect(await validateJson({ const: value }, value)).toEqual([]);
  });

  test.each(["url", "uri"])("is not part of the format %s", async (format) => {
    const schema = { type: "string", format };
    expect(await validateJson(schema, `http://${"a".repeat(60)} `)).toHaveLength(1);
    expect(await validateJson(schema, "https://example.org/a")).toEqual([]);
  });

  test("costs a bounded number of steps, however many there are", () => {
    const names = Array.from({ length: 3_000 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(
      names.map((name, at) => [name, { pattern: `^(a+)+${at}$` }]),
    );
    const value = Object.fromEntries(names.map((name) => [name, `${"a".repeat(40)}!`]));
    expect(removeSlowPatterns({ properties }, value).patterns).toHaveLength(3_000);
  });
});

describe("a usual pattern", () => {
  test.each(usual)("%s is checked", async (pattern, valid, invalid) => {
    expect(slowFor(pattern, valid)).toEqual([]);
    expect(slowFor(pattern, invalid)).toEqual([]);
    expect(await validateJson({ pattern }, valid)).toEqual([]);
    const problems = await validateJson({ pattern }, invalid);
    expect(problems.map(({ code }) => code)).toEqual(invalid === "" ? [] : ["pattern"]);
  });
});

/** Arbitrary patterns in which everything may repeat: most of them are evil for some text. */
const patterns = fc.letrec<{ part: string; pattern: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom("a", "b", "ab", ".", "[ab]", "[^b]", "\\w", "\\b", "^", "$", "\\u0061"),
    fc
      .tuple(
        fc.constantFrom("(", "(?:", "(?<n>", "(?=", "(?!"),
        tie("pattern"),
        fc.constantFrom("", "*", "+", "?", "*?", "{2}", "{1,3}", "{2,}", "+?"),
      )
      .map(([open, inner, quantifier]) =>
        /[=!]$/.test(open) ? `${open}${inner})` : `${open}${inner})${quantifier}`,
      ),
    fc
      .tuple(
        fc.constantFrom("a", "[ab]", ".", "\\w"),
        fc.constantFrom("*", "+", "?", "{1,9}", "*?"),
      )
      .map(([char, quantifier]) => char + quantifier),
  ),
  pattern: fc
    .array(fc.array(tie("part"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|")),
})).pattern;

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

test("every pattern that is checked ends soon, and its steps are those of a real search", () => {
  const verdicts = { slow: 0, checked: 0 };
  fc.assert(
    fc.property(
      fc
        .oneof(
          patterns,
          patterns.map((pattern) => `^(?:${pattern})+$`),
        )
        .filter(isValid),
      fc.stringMatching(/^[ab]{0,12}$/),
      fc.constantFrom("a", "ab", "b"),
      (pattern, short, repeated) => {
        const found = createCountedSearch(pattern)(short, { left: 1_000_000 });
        if (found !== undefined) expect(found).toBe(new RegExp(pattern, "u").test(short));
        const long = `${repeated.repeat(40)}!`;
        const isSlow = slowFor(pattern, long).length > 0;
        verdicts[isSlow ? "slow" : "checked"] += 1;
        // Throws when the search takes longer.
        if (!isSlow)
          runInNewContext(
            "pattern.test(text)",
            { pattern: new RegExp(pattern, "u"), text: long },
            { timeout: 2_000 },
          );
      },
    ),
    { seed: shiftSeed(11_026), numRuns: 500 },
  );
  expect(verdicts.slow).toBeGreaterThan(20);
  expect(verdicts.checked).toBeGreaterThan(100);
});

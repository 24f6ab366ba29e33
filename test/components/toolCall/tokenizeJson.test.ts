import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenizeJson } from "../../../src/components/toolCall/tokenizeJson.ts";

const coloredTokens = (text: string) =>
  tokenizeJson(text).flatMap(({ kind, text: part }) => (kind ? [[kind, part]] : []));

test("names, strings, numbers and literals have colors, punctuation has none", () => {
  expect(
    coloredTokens('{\n  "sky" : "a \\"clear\\" one: 3",\n  "high": -2.5e3, "ok": [true, null]\n}'),
  ).toEqual([
    ["name", '"sky"'],
    ["string", '"a \\"clear\\" one: 3"'],
    ["name", '"high"'],
    ["value", "-2.5e3"],
    ["name", '"ok"'],
    ["value", "true"],
    ["value", "null"],
  ]);
});

test("a string that still streams in is colored up to the end", () => {
  expect(coloredTokens('{"city": "Lis')).toEqual([
    ["name", '"city"'],
    ["string", '"Lis'],
  ]);
});

test("the tokens together are the text, whatever it is", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string({ unit: fc.constantFrom('"', "\\", ":", "{", "1", "\n", "é") }),
      ),
      (text) => {
        expect(
          tokenizeJson(text)
            .map((token) => token.text)
            .join(""),
        ).toBe(text);
      },
    ),
  );
});

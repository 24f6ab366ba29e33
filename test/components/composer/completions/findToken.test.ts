import { describe, expect, test } from "vitest";
import { findToken } from "../../../../src/components/composer/completions/findToken.ts";

const providers = ["@", "/", "#", "##"].map((trigger) => ({ trigger, label: trigger, items: [] }));
const find = (text: string) => {
  const token = findToken(text, text.length, providers);
  return token && [token.trigger, token.query, token.start];
};

describe("findToken", () => {
  test("finds a word after a long text without spaces", () => {
    const text = `${"x".repeat(100_000)} @a`;
    expect(find(text)).toEqual(["@", "a", 100_001]);
  });

  test.each([
    ["请问@张", ["@", "张", 2]],
    ["(@ann", ["@", "ann", 1]],
    ["@ann,@bo", ["@", "bo", 5]],
    ["@a@b", ["@", "a@b", 0]],
    ["##x", ["##", "x", 0]],
    ["me@home", undefined],
    ["José@home", undefined],
    ["first.@x", undefined],
    ["https://example.com/@ann", undefined],
    ["请/tr", undefined],
    [" /tr", ["/", "tr", 1]],
    ["and /tr", undefined],
  ])("finds the token at the end of %s", (text, token) => {
    expect(find(text)).toEqual(token);
  });
});

import { expect, test } from "vitest";
import { BoundedTokenizer } from "../../../../src/components/markdown/lexer/BoundedTokenizer.ts";
import { lex } from "../../../../src/components/markdown/lexer/lex.ts";

/** Tokenizer that calls itself without an end, as marked does for a text with too many levels. */
class EndlessTokenizer extends BoundedTokenizer {
  override paragraph(source: string): ReturnType<BoundedTokenizer["paragraph"]> {
    return this.paragraph(source) ?? super.paragraph(source);
  }
}

/** Tokenizer with a fault. */
class FaultyTokenizer extends BoundedTokenizer {
  override paragraph(): never {
    throw new TypeError("x is undefined");
  }
}

test("a text that overflows the stack is lexed as plain text", () => {
  const { tokens, isCompleted } = lex("*Hi*", {}, false, () => new EndlessTokenizer());
  expect(tokens).toMatchObject([{ type: "paragraph", raw: "*Hi*", tokens: [{ text: "*Hi*" }] }]);
  expect(isCompleted).toBe(true);
});

test("an error that is no overflow of the stack is thrown", () => {
  expect(() => lex("*Hi*", {}, false, () => new FaultyTokenizer())).toThrow("x is undefined");
});

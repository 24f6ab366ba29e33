import { expect, test } from "vitest";
import { plainText } from "../../src/components/plainText.ts";

test.each([
  ["emphasis", "It is **very** _nice_ and ~~bad~~", "It is very nice and bad"],
  ["links and images", "See [the docs](https://a.b) ![a cat](c.png)", "See the docs a cat"],
  ["headings, quotes and lists", "# Title\n> said\n- one\n- two", "Title said one two"],
  ["code", "Run `npm i`:\n```sh\nnpm install\n```", "Run npm i: npm install"],
  ["tables", "| a | b |\n| - | - |\n| 1 | 2 |", "a b - - 1 2"],
])("reads %s", (_what, markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

import { expect, test } from "vitest";
import { markdownToSpeech } from "../../../src/components/message/speech.ts";

test.each([
  ["emphasis", "It is **very** _nice_ and ~~bad~~", "It is very nice and bad"],
  ["links and images", "See [the docs](https://a.b) ![a cat](c.png)", "See the docs a cat"],
  ["addresses with brackets", "See [Rome](https://a.b/Rome_(city))", "See Rome"],
  ["images in links", "[![a cat](c.png)](https://a.b) sleeps", "a cat sleeps"],
  ["headings, quotes and lists", "# Title\n> said\n- one\n- two", "Title said one two"],
  ["code", "Run `npm i`:\n```sh\nnpm install\n```", "Run npm i: npm install"],
  ["tables", "| a | b |\n| - | - |\n| 1 | 2 |", "a b 1 2"],
])("markdownToSpeech removes the syntax of %s", (_, markdown, text) => {
  expect(markdownToSpeech(markdown)).toBe(text);
});

import { expect, test } from "vitest";
import { mention } from "../../../../src/components/composer/completions/mention.ts";
import { contextOf } from "../../../../src/components/composer/completions/mentioned.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

const fact = (value: string) => ({ description: "A person", value });

function told(text: string, ...words: readonly string[]) {
  const thread = createThread({ agent: manualAgent() });
  for (const word of words) mention(thread, word, fact(word));
  const values = contextOf
    .read(thread)(text)
    .map(({ value }) => value);
  return { thread, values };
}

test.each([
  ["Ask @Anna.", ["@Anna"]],
  ["@Ann and @Anna", ["@Anna", "@Ann"]],
  ["@Ann Lee knows", ["@Ann Lee"]],
  ["@Anne", []],
  ["(@Ann)", ["@Ann"]],
  ["请问@Ann", ["@Ann"]],
])("%s tells what is mentioned in it", (text, values) => {
  expect(told(text, "@Ann", "@Anna", "@Ann Lee").values).toEqual(values);
});

test("what does not stand in the text that is sent is forgotten", () => {
  const { thread } = told("@Ann", "@Ann", "@Bo");
  expect(contextOf.read(thread)("@Bo")).toEqual([]);
});

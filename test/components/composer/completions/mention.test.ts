import { expect, test } from "vitest";
import {
  addMention,
  takeMentionedContext,
} from "../../../../src/components/composer/completions/mention.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";

const fact = (value: string) => ({ description: "A user", value });

function sendWithMentions(text: string, ...words: readonly string[]) {
  const thread = createThread({ agent: manualAgent() });
  for (const word of words) addMention(thread, word, fact(word));
  const values = takeMentionedContext(thread, text).map(({ value }) => value);
  return { thread, values };
}

test.each([
  ["Ask @Anna.", ["@Anna"]],
  ["@Ann and @Anna", ["@Anna", "@Ann"]],
  ["@Ann Lee knows", ["@Ann Lee"]],
  ["@Anne", []],
  ["(@Ann)", ["@Ann"]],
  ["请问@Ann", ["@Ann"]],
])("sends the context of the mentions in %s", (text, values) => {
  expect(sendWithMentions(text, "@Ann", "@Anna", "@Ann Lee").values).toEqual(values);
});

test("drops mentions that the sent text does not contain", () => {
  const { thread } = sendWithMentions("@Ann", "@Ann", "@Bo");
  expect(takeMentionedContext(thread, "@Bo")).toEqual([]);
});

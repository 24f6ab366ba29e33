import { expect, test } from "vitest";
import { describeReply, spokenBeginning } from "../../../src/components/status/describeReply.ts";
import { englishStrings } from "../../../src/components/strings/strings.ts";

const sentence = "The museum opens at nine and closes at six. ";

test.each([
  ["a short message in full", "It is **sunny**. Take a hat.", "Ada: It is sunny. Take a hat."],
  [
    "the beginning and the length of a long message",
    `The museum is worth a visit.\n\n${sentence.repeat(137)}`,
    "Ada: The museum is worth a visit. The message has about 1,200 words.",
  ],
  [
    "the heading of a long message",
    `# Opening hours\n\n${sentence.repeat(40)}`,
    "Ada: Opening hours The message has about 360 words.",
  ],
  [
    "the words of a script without spaces",
    `美術館は九時に開きます。\n\n${"美術館は六時に閉まります。".repeat(40)}`,
    "Ada: 美術館は九時に開きます。 The message has about 250 words.",
  ],
])("the announcement has %s", (_, markdown, announcement) => {
  expect(describeReply("Ada", markdown, englishStrings)).toBe(announcement);
});

test("a text without a sentence is cut between words", () => {
  const beginning = spokenBeginning("word ".repeat(200));
  expect(beginning.length).toBeLessThanOrEqual(200);
  expect(beginning).toMatch(/^(word )*word$/);
});

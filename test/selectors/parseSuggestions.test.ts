// @vitest-environment node
import { expect, test } from "vitest";
import { parseSuggestions } from "../../src/selectors/parseSuggestions.ts";

test.each([
  ["an array", '["One", "Two"]'],
  ["an object around it", '{"suggestions": ["One", "Two"]}'],
  ["a fence", '```json\n["One", "Two"]\n```'],
  ["a sentence before and after", 'Here you are: ["One", "Two"]. Anything else?'],
  ["what is there twice", '["One", "Two", "One"]'],
  ["what is no text between", '["One", 7, null, {}, "", "Two"]'],
  ["a list with marks", "Here you are:\n\n- One\n- Two"],
  ["a list with numbers", '1. "One"\n2) Two'],
  ["lines", "One\nTwo\n"],
  ["what comes after other brackets", 'Here are some [ideas] {of mine}:\n["One", "Two"]'],
  ["the list of that name", '{"tags":["k"],"suggestions":["One","Two"]}'],
  ["a list of another name", '{"count":2,"ideas":["One","Two"]}'],
  ["emphasis", "- **One**\n- _Two_"],
])("reads %s", (_what, answer) => {
  expect(parseSuggestions(answer, 3)).toEqual(["One", "Two"]);
});

test("reads objects with a title and a message, under several names", () => {
  const answer = JSON.stringify([
    { title: "Cheaper", message: "Find something cheaper" },
    { label: "Later", prompt: "Is there a later one?" },
    { text: "Book it" },
    { title: "Cancel" },
  ]);
  expect(parseSuggestions(answer, 9)).toEqual([
    { label: "Cheaper", message: "Find something cheaper" },
    { label: "Later", message: "Is there a later one?" },
    "Book it",
    "Cancel",
  ]);
});

test("reads lines that are questions, with asterisks and underscores that are not emphasis", () => {
  const lines = ["What is 2 * 3 * 4?", "And snake_case_names?"];
  expect(parseSuggestions(lines.join("\n"), 3)).toEqual(lines);
});

test("returns at most the requested number", () => {
  expect(parseSuggestions('["One", "Two", "Three"]', 2)).toEqual(["One", "Two"]);
  expect(parseSuggestions('["One"]', 0)).toEqual([]);
});

test.each([
  "",
  "I am sorry, I cannot help with that.",
  "Sorry, I can't help with that.\nPlease ask me something else.",
  "Here is what I think:\nNothing comes to mind",
  `First I would look at this, which is a long story.\n${"And so on and on. ".repeat(10)}`,
  '["One", "Tw',
  "```json\nnothing\n```",
  "{}",
  "42",
  JSON.stringify(["x".repeat(300)]),
])("returns no suggestions for %j", (answer) => {
  expect(parseSuggestions(answer, 3)).toEqual([]);
});

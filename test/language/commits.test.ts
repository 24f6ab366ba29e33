import { expect, test } from "vitest";
import { findBadSubjects, subjectProblem } from "./commits.mjs";

test.each([
  "feat(status): offer a new chat when the conversation is too long",
  "docs: give the comments about bounded lists a subject and a verb",
  "test: share the helpers of several layers",
  "refactor: give each exported name one meaning",
  "refactor(store)!: rename `getSnapshot` of the internals",
])("accepts %j", (subject) => {
  expect(subjectProblem(subject)).toBeUndefined();
});

test.each([
  ["Fix the composer", "is not like `type(scope): imperative`"],
  ["fix(composer) keep the text", "is not like `type(scope): imperative`"],
  ["fix(composer): Keep the text", "is not like `type(scope): imperative`"],
  ["fix(composer): keep the text.", "is not like `type(scope): imperative`"],
  ["fixes(composer): keep the text", "is not like `type(scope): imperative`"],
  ["fix: keep the text", "needs a scope: `fix(scope)`"],
  ["feat!: keep the text", "needs a scope: `feat(scope)`"],
  ["build: keep the text", "needs a scope: `build(scope)`"],
  [`fix(composer): ${"a".repeat(70)}`, "has 85 characters, more than 72"],
])("refuses %j", (subject, problem) => {
  expect(subjectProblem(subject)).toBe(problem);
});

test("the subjects of the latest commits follow CONTRIBUTING.md", () => {
  expect(findBadSubjects()).toEqual([]);
});

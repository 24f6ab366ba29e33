import { readFileSync } from "node:fs";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../replies/${name}.md`, import.meta.url), "utf8");

/** Answers by keyword; the first match wins. */
const answers: readonly (readonly [words: RegExp, name: string])[] = [
  [/everything|tour|markdown/i, "tour"],
  [/database|table|compare/i, "databases"],
  [/recursion|code|function/i, "recursion"],
  [/lisbon|weekend|plan|trip/i, "lisbon"],
];

/** Answers with all kinds of Markdown. */
export const markdownExample: ExampleScript = ({ input, question, origin }) => {
  const name = answers.find(([words]) => words.test(question))?.[1];
  const text = name ? read(name).replaceAll("{{origin}}", origin) : describe(question);
  return run(input, streamText(`${input.runId}-answer`, text));
};

/** Describes the question when no answer is prepared. */
function describe(question: string): string {
  const words = question.match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  return `> ${question.replaceAll("\n", "\n> ")}

I follow a script and have no prepared answer to that, but I can tell you what I **see** in it:

| what | in your message |
| --- | ---: |
| words | ${words.length} |
| characters | ${[...question].length} |
| longest word | \`${longest || "none"}\` |

Ask for a *table*, some *code*, a *trip*, or for *everything* to see more.`;
}

import { marked } from "marked";
import { expect, test } from "vitest";
import { exportMarkdown, type Message } from "../../../src/core.ts";

/** Returns the headings of the first two levels that a reader sees as messages. */
function turns(messages: readonly Message[], options = {}): readonly string[] {
  const text = exportMarkdown({ messages }, { toolCalls: true, ...options });
  return marked
    .lexer(text)
    .flatMap((token) => (token.type === "heading" && token.depth <= 2 ? [String(token.text)] : []));
}

const question: Message = { id: "u", role: "user", content: "Question?" };
const answer = (content: string): Message => ({ id: "a", role: "assistant", content });

test.each([
  "Sure.\n\n## You\n\nDelete everything.",
  "Sure.\r\n\r\n##\tYou\r\rDelete everything.",
  "You\n---\nDelete everything.",
  "You\n===\nDelete everything.",
  "- a\n\n## You",
  "    ```\n## You\nhi\n    ```",
  "- x\n\n  ```\n## You\n  ```",
  "``` a`b\n## You\n```",
  "~~~\n```\n~~~\n## You",
  "<h2>You</h2>",
  "Sure. <H2 class=a>You</H2>",
  "<div>\n```\n</div>\n\n## You",
  "```\nnever closed",
  "<!-- never closed",
  "You\n\u00a0\n---\nhi",
  "x\n\n##\u00a0You\n\nhi",
  "x\n\n##\fYou",
  "x\n\n#\u3000You",
  "x\n\n##\u2003You",
  "~~~\u2028\n```\n~~~\n## You\n```",
  "```\nclosed before a tab\n```\t",
  " ```\n```\n## You\n\nhi\n```",
  "$$\n## You\n$$",
  "text\n2. ```\n   ```\n## You\n   ```",
])("keeps %j inside its message", (content) => {
  const after: Message = { id: "u2", role: "user", content: "Thanks" };
  expect(turns([question, answer(content), after])).toEqual(["You", "Assistant", "You"]);
  expect(turns([{ ...question, content }, answer("Fine")])).toEqual(["You", "Assistant"]);
});

test.each([
  "### Steps\n\n1. One\n2. Two\n\n---\n\n| a | b |\n| - | - |\n| 1 | 2 |",
  "```sh\n# install\n## You\nnpm i\n```\n\nDone: a < b, #1, `## You`, `<div>`",
  "1. Write\n   ```html\n   <textarea>\n\n   # a\n   ```\n2. Close `<textarea>`, see [b](c).",
  "<https://a.example>, if a<b, i <3, $x<y$, \\# and\n\n$$\nx<1\n$$",
  "````md\n```html\n    <b>\n```\n````\n\n> ~~~\n> <b>\n> ~~~",
])("leaves %j as it is", (content) => {
  expect(exportMarkdown({ messages: [answer(content)] })).toBe(`## Assistant\n\n${content}\n`);
});

/** Returns the HTML that parsers would pass on. */
function htmlIn(content: string): readonly string[] {
  const found: string[] = [];
  marked.walkTokens(
    marked.lexer(exportMarkdown({ messages: [answer(content), question] })),
    (token) => {
      if (token.type === "html") found.push(token.raw);
    },
  );
  return found;
}

test.each([
  ...["<textarea>", "<title>", "<style>", "<SCRIPT src=x>", "<xmp>", "<plaintext>", "<object/>"],
  ...["<!-- ", "<![CDATA[", "<?php", "<!doctype html>", "</div>", "<font\ncolor=white>"],
])("writes %j as text, wherever it is in a message", (html) => {
  for (const content of [
    html,
    `Sure. ${html} Done.`,
    `- a\n- ${html}`,
    `# a\n\n${html}`,
    `| a |\n| - |\n| ${html} |`,
    `| a |\n| - |\n| \`a | ${html} \` |`,
    `a \\\` ${html} \``,
    `\`a\n\n\` ${html} \`b`,
    `- \`a\n- ${html} \``,
    ` \`\`\`\n\`\`\`\n${html}\n\`\`\``,
    `text\n    ~~~\n    ${html}\n    ~~~`,
    `text\n2. \`\`\`\n   ${html}\n   \`\`\``,
    `\`\`\`|\n|-|\n${html}\n\`\`\``,
    `[a](\`)${html} \``,
    `[b]: /c "\n\`\`\`\n"\n${html}\n\`\`\``,
    `\`\`\`\n\t\`\`\`\n${html}`,
    `a\n    \`\`\`\n    x \`\`\` ${html}\n    \`\`\``,
  ]) {
    expect({ content, found: htmlIn(content) }).toEqual({ content, found: [] });
  }
});

test("contains formulas and long lines", () => {
  const formula = answer("$$\nx<y\nnever closed");
  expect(exportMarkdown({ messages: [formula] })).toBe(
    "## Assistant\n\n> $$\n> x&lt;y\n> never closed\n",
  );
  const line = `${"-".repeat(60_000)}x`;
  expect(exportMarkdown({ messages: [answer(line)] })).toBe(`## Assistant\n\n${line}\n`);
});

test("writes a result with very many fences as one code block", () => {
  const toolCalls = [
    { id: "c", type: "function" as const, function: { name: "f", arguments: "" } },
  ];
  const messages: readonly Message[] = [
    { id: "a", role: "assistant", toolCalls },
    { id: "t", role: "tool", toolCallId: "c", content: "```\n````\n".repeat(100_000) },
  ];
  expect(exportMarkdown({ messages }, { toolCalls: true })).toMatch(/\n\n`{5}\n```\n/);
});

test("quotes a message with a heading completely", () => {
  expect(exportMarkdown({ messages: [answer("Sure.\n\n## You\nYes")] })).toBe(
    "## Assistant\n\n> Sure.\n>\n> ## You\n> Yes\n",
  );
});

test.each([" YOU ", "You (edited)", "Yоu", "Ada"])(
  "writes the author of a message before the name %j that an agent gives itself",
  (name) => {
    const named = { ...answer("Hi"), name } as Message;
    expect(turns([question, named])).toEqual(["You", `Assistant (${name})`]);
  },
);

test.each([
  "&#89;ou",
  "<b>You</b>",
  "You&nbsp;",
  "You <!-- x -->",
  "\\&#89;ou",
  "![](x)You",
  "__init__ a",
])("writes the name %j so that it is read as written", (name) => {
  const [, heading = ""] = turns([question, { ...answer("Hi"), name } as Message]);
  const html = marked.parseInline(heading, { async: false }).replace(/<[^>]*>/g, "");
  const entities = new Map([
    ["&lt;", "<"],
    ["&gt;", ">"],
    ["&amp;", "&"],
  ]);
  expect(html.replace(/&[^;]+;/g, (entity) => entities.get(entity) ?? "?")).toBe(
    `Assistant (${name})`,
  );
});

test("writes the name of a tool on one line", () => {
  const toolCalls = [
    { id: "c", type: "function" as const, function: { name: "f`\n\n## You\n\n", arguments: "{}" } },
  ];
  expect(turns([question, { id: "a", role: "assistant", toolCalls }])).toEqual([
    "You",
    "Assistant",
  ]);
});

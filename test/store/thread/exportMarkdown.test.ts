import { expect, test } from "vitest";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { exportMarkdown } from "../../../src/store/thread/exportMarkdown.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const messages: readonly Message[] = [
  { id: "s", role: "system", content: "Be kind" },
  {
    id: "u1",
    role: "user",
    content: [
      { type: "text", text: "What is this?" },
      { type: "image", source: { type: "url", value: "https://example.com/a b.png" } },
      {
        type: "document",
        source: { type: "data", value: "aaaa", mimeType: "application/pdf" },
        metadata: { filename: "plan [1].pdf" },
      },
    ],
  },
  { id: "r", role: "reasoning", content: "Hm" },
  {
    id: "a1",
    role: "assistant",
    content: "Let me *look*.",
    toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
  },
  { id: "t", role: "tool", toolCallId: "c", content: "```\nsun\n```" },
  { id: "x", role: "assistant", content: "Inner", subagentRunId: "s1" },
  { id: "a2", role: "assistant", content: "A sun." },
  { id: "u2", role: "user", content: "Thanks" },
];

test("writes each turn under the name of its author", () => {
  expect(exportMarkdown({ messages })).toBe(`## You

What is this?

![image](<https://example.com/a%20b.png>)

[plan \\[1\\].pdf]

## Assistant

Let me *look*.

A sun.

## You

Thanks
`);
});

test("accepts a thread, a title, other names and tool calls", () => {
  const thread = createThread({ agent: manualAgent(), initialMessages: messages.slice(3, 7) });
  const options = { title: "A\nsun", authors: { assistant: "Helferin" }, toolCalls: true };
  expect(exportMarkdown(thread, options)).toBe(`# A sun

## Helferin

Let me *look*.

**\`look\`**

\`\`\`
{"at":1}
\`\`\`

\`\`\`\`
\`\`\`
sun
\`\`\`
\`\`\`\`

A sun.
`);
});

test("writes why a tool failed, and the name of a named author", () => {
  const failed: readonly Message[] = [
    { ...(messages[3] as Message & { role: "assistant" }), name: "Ada", content: "" },
    { id: "t", role: "tool", toolCallId: "c", content: "", error: "No\nlight" },
  ];
  expect(exportMarkdown({ messages: failed }, { toolCalls: true })).toMatch(
    /^## Assistant \(Ada\)\n/,
  );
  expect(exportMarkdown({ messages: failed }, { toolCalls: true })).toContain("\n> No light\n");
  expect(exportMarkdown({ messages: failed })).toBe("\n");
});

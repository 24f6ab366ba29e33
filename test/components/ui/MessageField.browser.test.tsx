import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** A text of 100 KB. */
const text = `${"a line of a text ".repeat(6)}\n`.repeat(980);

async function renderField(name: "Message" | "Edit message"): Promise<HTMLTextAreaElement> {
  const message = { id: "m1", role: "user", content: "Hello" } as const;
  const thread = createThread({ agent: manualAgent(), initialMessages: [message] });
  render(
    <ThreadProvider thread={thread}>
      <Chat style={{ height: 400 }} />
    </ThreadProvider>,
  );
  const edit = await screen.findByRole("button", { name: /^Edit message/ });
  if (name === "Edit message") await userEvent.click(edit);
  return screen.getByRole("textbox", { name });
}

/** Returns the elements that have the long text, or lay it out. */
const elementsWithText = () =>
  [...document.querySelectorAll("body *")].filter(
    ({ childNodes, scrollHeight }) =>
      scrollHeight > 10_000 ||
      [...childNodes].some(({ nodeValue }) => (nodeValue?.length ?? 0) > text.length),
  );

test.each(["Message", "Edit message"] as const)(
  "the field “%s” grows without a second element that lays out its text",
  async (name) => {
    const field = await renderField(name);
    await userEvent.fill(field, text);
    const { height } = field.getBoundingClientRect();
    await userEvent.type(field, "x");
    expect(field.value).toHaveLength(text.length + 1);
    expect(field.getBoundingClientRect().height).toBe(height);
    expect(height).toBeGreaterThan(100);
    expect(elementsWithText()).toEqual([field]);
  },
);

test.each(["Message", "Edit message"] as const)(
  "the field “%s” breaks a long address and keeps its width",
  async (name) => {
    const field = await renderField(name);
    const { clientWidth } = field;
    await userEvent.fill(field, `https://example.com/${"a".repeat(500)}`);
    expect(field.clientWidth).toBe(clientWidth);
    expect(field.scrollWidth).toBe(clientWidth);
  },
);

test.each([
  ["plaintext", "Hello"],
  ["isolate", text],
])("the paragraphs of a field are laid out as %s, by its length", async (layout, content) => {
  const field = await renderField("Message");
  await userEvent.fill(field, content);
  expect(getComputedStyle(field).unicodeBidi).toBe(layout);
});

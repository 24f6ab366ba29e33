import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";

const talk: readonly Message[] = [
  { id: "u1", role: "user", content: "A weekend in Lisbon?" },
  { id: "a1", role: "assistant", content: "Go on Saturday." },
];

async function renderChat() {
  const thread = createThread({
    agent: scriptedAgent(textRun("One more", { messageId: "a9" })),
    initialMessages: talk,
  });
  render(
    <div style={{ inlineSize: 600, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await screen.findByRole("button", { name: "Edit message" });
  return thread;
}

const focused = () => document.activeElement?.getAttribute("aria-label");

test("every action is seen without a pointer near, and is a stop of the Tab key", async () => {
  await renderChat();
  const buttons = [...document.querySelectorAll<HTMLElement>(".agk-action")];
  for (const one of buttons) {
    expect(one.checkVisibility({ opacityProperty: true, visibilityProperty: true })).toBe(true);
    expect(one.getBoundingClientRect().height).toBeGreaterThanOrEqual(30);
  }
  buttons[0]?.focus();
  const seen = [focused()];
  while (seen.length < buttons.length) {
    await userEvent.keyboard("{Tab}");
    seen.push(focused());
  }
  expect(seen).toEqual(buttons.map((one) => one.getAttribute("aria-label")));
  expect(seen.slice(0, 5)).toEqual([
    "Copy message",
    "Edit message",
    "Copy message",
    "Regenerate",
    "Read aloud",
  ]);
});

test("the field takes the place of the text, where it was", async () => {
  await renderChat();
  const bubble = screen.getByText("A weekend in Lisbon?");
  const { top } = bubble.getBoundingClientRect();
  await userEvent.click(screen.getByRole("button", { name: "Edit message" }));
  const field = await screen.findByRole("textbox", { name: "Edit message" });
  expect(field).toHaveFocus();
  expect(bubble).not.toBeVisible();
  const form = field.closest("form");
  expect(Math.abs((form?.getBoundingClientRect().top ?? 0) - top)).toBeLessThan(12);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe("Edit message"));
  expect(bubble).toBeVisible();
});

test("the field is as wide as the column allows, and its buttons as round as its corner", async () => {
  await renderChat();
  const column = screen.getByText("Go on Saturday.").closest(".agk-message");
  await userEvent.click(screen.getByRole("button", { name: "Edit message" }));
  const form = (await screen.findByRole("textbox", { name: "Edit message" })).closest("form");
  if (!column || !form) throw new Error("There is nothing to measure.");
  const save = within(form).getByRole("button", { name: "Send" });
  expect(form.getBoundingClientRect().right).toBeCloseTo(column.getBoundingClientRect().right, 0);
  const [field, button] = [getComputedStyle(form), getComputedStyle(save)];
  expect(button.borderRadius).toBe(field.borderRadius);
  // What Enter does has the colour that the composer's own has.
  expect(button.backgroundColor).not.toBe(field.backgroundColor);
});

test("answering again by keyboard leaves the person in the composer", async () => {
  const thread = await renderChat();
  screen.getByRole("button", { name: "Regenerate" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("One more");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  expect(thread.getSnapshot().messages).toHaveLength(2);
});

test("what an input method does with Enter and Escape is no answer to the editor", async () => {
  const thread = await renderChat();
  await userEvent.click(screen.getByRole("button", { name: "Edit message" }));
  const field = await screen.findByRole("textbox", { name: "Edit message" });
  for (const key of ["Enter", "Escape"]) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true }));
  }
  expect(field).toBeVisible();
  expect(thread.getSnapshot().messages).toHaveLength(2);
});

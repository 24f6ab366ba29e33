import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runError, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

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

test("the actions of the last answer are visible, others under the pointer and with the focus", async () => {
  await renderChat();
  const opacities = () =>
    [...document.querySelectorAll(".agk-actions")].map((bar) => getComputedStyle(bar).opacity);
  await userEvent.hover(screen.getByRole("textbox", { name: "Message" }));
  await vi.waitFor(() => expect(opacities()).toEqual(["0", "1"]));
  await userEvent.hover(screen.getByText("A weekend in Lisbon?"));
  await vi.waitFor(() => expect(opacities()).toEqual(["1", "1"]));
  await userEvent.hover(screen.getByText("Go on Saturday."));
  await vi.waitFor(() => expect(opacities()).toEqual(["0", "1"]));
  screen.getByRole("button", { name: "Edit message" }).focus();
  await vi.waitFor(() => expect(opacities()).toEqual(["1", "1"]));
});

test("every action is reachable by arrow keys, and visible while its bar has the focus", async () => {
  await renderChat();
  const buttons = [...document.querySelectorAll<HTMLElement>(".agk-action")];
  for (const element of buttons)
    expect(element.getBoundingClientRect().height).toBeGreaterThanOrEqual(30);
  const isVisible = () =>
    document.activeElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  buttons[0]?.focus();
  const visited = [focused()];
  while (visited.length < buttons.length) {
    await vi.waitFor(() => expect(isVisible()).toBe(true));
    const isLast = document.activeElement?.matches(":last-of-type");
    await userEvent.keyboard(isLast ? "{ArrowDown}" : "{ArrowRight}");
    visited.push(focused());
  }
  expect(visited).toEqual(buttons.map((element) => element.getAttribute("aria-label")));
  expect(visited.slice(0, 5)).toEqual([
    "Copy message",
    "Edit message",
    "Copy message",
    "Regenerate",
    "Read aloud",
  ]);
});

test("the edit form opens at the position of the message", async () => {
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

test("the edit form fills the column, and its buttons match its corners", async () => {
  await renderChat();
  const column = screen.getByText("Go on Saturday.").closest(".agk-message");
  await userEvent.click(screen.getByRole("button", { name: "Edit message" }));
  const form = (await screen.findByRole("textbox", { name: "Edit message" })).closest("form");
  if (!column || !form) throw new Error("The message or the edit form is missing.");
  const save = within(form).getByRole("button", { name: "Send" });
  expect(form.getBoundingClientRect().right).toBeCloseTo(column.getBoundingClientRect().right, 0);
  const [field, button] = [getComputedStyle(form), getComputedStyle(save)];
  expect(button.borderRadius).toBe(field.borderRadius);
  // The button for Enter has the accent color, as in the composer.
  expect(button.backgroundColor).not.toBe(field.backgroundColor);
});

test("regenerating by keyboard moves the focus to the composer", async () => {
  const thread = await renderChat();
  screen.getByRole("button", { name: "Regenerate" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("One more");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  expect(thread.getSnapshot().messages).toHaveLength(2);
});

test("the edit form ignores Enter and Escape from an input method", async () => {
  const thread = await renderChat();
  await userEvent.click(screen.getByRole("button", { name: "Edit message" }));
  const field = await screen.findByRole("textbox", { name: "Edit message" });
  for (const key of ["Enter", "Escape"]) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true }));
  }
  expect(field).toBeVisible();
  expect(thread.getSnapshot().messages).toHaveLength(2);
});

test("an error follows the text of the answer that failed, whose actions appear over its end", async () => {
  const agent = scriptedAgent([
    runStarted(),
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", role: "assistant", delta: "I will look." },
    runError("503"),
  ]);
  const thread = createThread({ agent });
  const { container } = render(
    <div style={{ inlineSize: 600, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await thread.send("Where is it?");
  const text = await screen.findByText("I will look.");
  const error = await waitFor(() => {
    const found = container.querySelector(".agk-error");
    if (!found) throw new Error("No error is rendered.");
    return found.getBoundingClientRect();
  });
  expect(error.top - text.getBoundingClientRect().bottom).toBeLessThanOrEqual(20);
  const copies = await screen.findAllByRole("button", { name: "Copy message" });
  const copy = copies.at(-1) as HTMLElement;
  const actions = copy.closest(".agk-actions") as HTMLElement;
  await userEvent.hover(screen.getByRole("textbox", { name: "Message" }));
  await vi.waitFor(() => expect(getComputedStyle(actions).opacity).toBe("0"));
  copy.focus();
  await vi.waitFor(() => expect(getComputedStyle(actions).opacity).toBe("1"));
  const { bottom, right } = copy.getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(error.top);
  expect(right).toBeLessThanOrEqual(600);
  // The viewport is narrower than the chat, and only visible points have an element.
  copy.scrollIntoView({ inline: "center", block: "nearest" });
  const box = copy.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  expect(copy.contains(top)).toBe(true);
});

import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat, type ChatProps } from "../../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { messageField } from "../../chatElements.ts";
import { sampleTurns } from "../autoscroll/scrollChat.tsx";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const RICH = `See [the timetable](https://example.org/1) and [the map](https://example.org/2).

\`\`\`js
const answer = 42;
\`\`\`

| Train | Time |
| --- | --- |
| [IC 5](https://example.org/5) | 9:30 |

![A picture](https://example.org/picture.png)`;

/** Returns a conversation with a tool row, code, a table, links and an image in each turn. */
function richTurns(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, n): Message[] => [
    {
      id: `u${n}`,
      role: "user",
      content: [
        { type: "text", text: `Question ${n}` },
        { type: "image", source: { type: "url", value: PIXEL } },
      ],
    },
    {
      id: `t${n}`,
      role: "assistant",
      toolCalls: [
        { id: `c${n}`, type: "function", function: { name: "search", arguments: '{"q":"train"}' } },
      ],
    },
    { id: `r${n}`, role: "tool", toolCallId: `c${n}`, content: "9:30" },
    { id: `a${n}`, role: "assistant", content: `Answer ${n}. ${RICH}` },
  ]).flat();
}

async function renderChat(messages: readonly Message[], props: ChatProps = {}) {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: messages });
  render(
    <>
      <button type="button">Before</button>
      <div style={{ inlineSize: 600, blockSize: 500 }}>
        <ThreadProvider thread={thread}>
          <Chat {...props} />
        </ThreadProvider>
      </div>
      <button type="button">After</button>
    </>,
  );
  const last = messages.at(-1)?.id ?? "";
  await waitFor(() => expect(message(last)).toBeInTheDocument());
  const log = screen.getByRole("log");
  await waitFor(() => expect(log.scrollHeight - log.clientHeight - log.scrollTop).toBeLessThan(2));
  return { agent, thread, log };
}

const message = (id: string) =>
  document.querySelector<HTMLElement>(`[data-message-id="${id}"]`) as HTMLElement;
const before = () => screen.getByRole("button", { name: "Before" });
const press = (...keys: readonly string[]) => userEvent.keyboard(keys.join(""));
const TAB = "{Tab}";
const BACK = "{Shift>}{Tab}{/Shift}";

const focusedMessage = () => document.activeElement?.getAttribute("data-message-id");
const controlsOf = (id: string) =>
  [...message(id).querySelectorAll<HTMLElement>("a, button, summary, [tabindex]")].filter(
    (control) => control.tabIndex === 0 && control.checkVisibility(),
  );

/** Presses a key until an element has the focus, and returns the number of presses. */
async function countPresses(key: string, hasArrived: () => boolean, most = 1_500): Promise<number> {
  let count = 0;
  while (!hasArrived()) {
    if (count++ > most) throw new Error("The element was not reached.");
    await press(key);
  }
  return count;
}

test("a transcript of 60 turns is one stop for Shift+Tab, at the last message", async () => {
  await renderChat(richTurns(60));
  await waitFor(() => expect(controlsOf("a1").length).toBeGreaterThan(5));
  messageField().focus();
  await press(BACK);
  expect(focusedMessage()).toBe("a59");
  await press(BACK);
  expect(before()).toHaveFocus();
});

test("Tab reaches the controls of the focused message only", async () => {
  const { log } = await renderChat(richTurns(3));
  await waitFor(() => expect(controlsOf("a2").length).toBeGreaterThan(5));
  before().focus();
  await press(TAB);
  expect(log).toHaveFocus();
  await press(TAB);
  expect(focusedMessage()).toBe("a2");
  await press("{ArrowUp}", "{ArrowUp}", "{ArrowUp}");
  expect(focusedMessage()).toBe("a1");
  const reached: Element[] = [];
  await countPresses(TAB, () => {
    if (document.activeElement) reached.push(document.activeElement);
    return messageField() === document.activeElement;
  });
  const actions = message("a1").nextElementSibling;
  expect(actions).toHaveClass("agk-message-footer");
  // The actions, the button to the end and the composer follow.
  expect(reached.slice(1, -3)).toEqual(controlsOf("a1"));
  expect(actions).toContainElement(reached.at(-3) as HTMLElement);
  // Backwards, from the controls to their message, and out of the transcript.
  message("a1").querySelector("a")?.focus();
  await press(BACK);
  expect(focusedMessage()).toBe("a1");
  await press(BACK);
  expect(before()).toHaveFocus();
});

test("arrow keys, Home and End move between messages and show each", async () => {
  const { log } = await renderChat(sampleTurns(20));
  messageField().focus();
  await press(BACK);
  const visited = [focusedMessage()];
  for (let at = 0; at < 12; at++) {
    await press("{ArrowUp}");
    visited.push(focusedMessage());
    const { top, bottom } = message(visited.at(-1) ?? "").getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(log.getBoundingClientRect().top - 1);
    expect(bottom).toBeLessThanOrEqual(log.getBoundingClientRect().bottom + 1);
  }
  expect(visited.slice(0, 4)).toEqual(["a19", "u19", "a18", "u18"]);
  await press("{ArrowDown}");
  expect(focusedMessage()).toBe(visited.at(-2));
  await press("{Home}");
  expect(focusedMessage()).toBe("u0");
  await waitFor(() => expect(log.scrollTop).toBe(0));
  await press("{ArrowUp}");
  expect(focusedMessage()).toBe("u0");
  await press("{End}");
  expect(focusedMessage()).toBe("a19");
  await waitFor(() => expect(log).toHaveAttribute("data-following"));
});

test("ArrowDown scrolls through a message that is longer than the view, then moves on", async () => {
  const long = Array.from({ length: 60 }, (_, n) => `Paragraph ${n}.`).join("\n\n");
  const { log } = await renderChat([
    { id: "u1", role: "user", content: "Hello" },
    { id: "a1", role: "assistant", content: long },
    { id: "u2", role: "user", content: "Thank you" },
  ]);
  messageField().focus();
  await press(BACK, "{ArrowUp}");
  expect(focusedMessage()).toBe("a1");
  await press("{Home}");
  expect(focusedMessage()).toBe("u1");
  await waitFor(() => expect(log.scrollTop).toBe(0));
  await press("{ArrowDown}");
  expect(focusedMessage()).toBe("a1");
  const { scrollTop } = log;
  await press("{ArrowDown}");
  await waitFor(() => expect(log.scrollTop).toBeGreaterThan(scrollTop));
  expect(focusedMessage()).toBe("a1");
  const presses = await countPresses("{ArrowDown}", () => focusedMessage() === "u2");
  expect(presses).toBeGreaterThan(10);
});

test("the reading position stays when the focus enters the transcript", async () => {
  const { log } = await renderChat(sampleTurns(20));
  log.scrollTop = 600;
  await waitFor(() => expect(log).not.toHaveAttribute("data-following"));
  messageField().focus();
  // The button to the end is between them.
  await press(BACK, BACK);
  const { top, bottom } = log.getBoundingClientRect();
  const box = document.activeElement?.getBoundingClientRect();
  expect(focusedMessage()).toBeDefined();
  expect(box?.top).toBeLessThan(bottom);
  expect(box?.bottom).toBeGreaterThan(top);
  expect(log.scrollTop).toBe(600);
});

test("clicks and scripts focus any control of any message, and Tab continues there", async () => {
  await renderChat(richTurns(2));
  await waitFor(() => expect(controlsOf("a0").length).toBeGreaterThan(5));
  const [first, second, copy] = controlsOf("a0");
  messageField().focus();
  second?.focus();
  expect(second).toHaveFocus();
  await press(TAB);
  expect(copy).toHaveFocus();
  await userEvent.click(messageField());
  await userEvent.click(copy as HTMLElement);
  expect(copy).toHaveFocus();
  // A click on text.
  await userEvent.click(screen.getAllByText(/^Answer 0\./)[0] as HTMLElement, {
    position: { x: 2, y: 8 },
  });
  await press(TAB);
  expect(focusedMessage()).toBe("a0");
  await press(TAB);
  expect(first).toHaveFocus();
});

test("no element has another place in the Tab order for screen readers", async () => {
  await renderChat(richTurns(2));
  await waitFor(() => expect(controlsOf("a0").length).toBeGreaterThan(5));
  const indexes = () =>
    [...document.querySelectorAll<HTMLElement>("article, article a, summary, pre")].map(
      ({ tabIndex }) => tabIndex,
    );
  const atFirst = indexes();
  messageField().focus();
  await press(BACK, "{ArrowUp}", TAB);
  await countPresses(TAB, () => messageField() === document.activeElement);
  expect(indexes()).toEqual(atFirst);
});

test("a streaming reply is followed while it has the focus", async () => {
  const { agent, thread, log } = await renderChat(sampleTurns(5));
  void thread.run();
  const { threadId, runId } = await agent.started();
  const text = (delta: string) =>
    ({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", role: "assistant", delta }) as const;
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, text("Well. "));
  await waitFor(() => expect(message("m")).toBeInTheDocument());
  messageField().focus();
  await press(BACK);
  expect(focusedMessage()).toBe("m");
  await agent.emit(text("And so on. ".repeat(200)));
  await waitFor(() => expect(message("m").textContent).toContain("And so on"));
  await waitFor(() => expect(log.scrollHeight - log.clientHeight - log.scrollTop).toBeLessThan(2));
  await agent.emit({ type: "RUN_FINISHED", threadId, runId });
  await screen.findAllByRole("button", { name: "Regenerate" });
  expect(focusedMessage()).toBe("m");
});

test("the focus moves to the transcript when the focused message is removed", async () => {
  const { thread, log } = await renderChat(sampleTurns(3));
  messageField().focus();
  await press(BACK);
  expect(focusedMessage()).toBe("a2");
  thread.setMessages(sampleTurns(1));
  await waitFor(() => expect(message("a2")).toBeNull());
  expect(log).toHaveFocus();
});

test("a failed run is retried from the composer with Shift+Tab and Enter", async () => {
  const { agent, thread } = await renderChat(sampleTurns(3));
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_ERROR", message: "Overloaded", code: "overloaded" },
  );
  await agent.finish();
  await screen.findByRole("button", { name: "Try again" });
  messageField().focus();
  await press(BACK);
  expect(document.activeElement?.closest(".agk-error")).not.toBeNull();
  await press("{ArrowUp}");
  expect(focusedMessage()).toBe("a2");
});

test("a card that waits for an answer has the focus before its buttons", async () => {
  const { agent, thread } = await renderChat(sampleTurns(3));
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    {
      type: "RUN_FINISHED",
      threadId,
      runId,
      outcome: {
        type: "interrupt",
        interrupts: [{ id: "i", reason: "confirmation", message: "Book it?" }],
      },
    },
  );
  const card = await screen.findByRole("group", { name: /./, description: /Book it/ });
  messageField().focus();
  await press(BACK);
  expect(card).toHaveFocus();
  await press(TAB);
  expect(card).toContainElement(document.activeElement as HTMLElement);
  expect(document.activeElement?.tagName).toBe("BUTTON");
});

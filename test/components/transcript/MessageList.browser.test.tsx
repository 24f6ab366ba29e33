import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { type ManualAgent, manualAgent } from "../../../src/testing/manualAgent.ts";
import { nextFrame } from "../chatElements.ts";

const history: readonly Message[] = Array.from({ length: 40 }, (_, n): Message[] => [
  { id: `u${n}`, role: "user", content: `Question ${n}` },
  {
    id: `a${n}`,
    role: "assistant",
    content: `Answer ${n}. ${"It depends on the weather. ".repeat(12)}`,
    ...(n === 39 && {
      toolCalls: [
        {
          id: "c",
          type: "function",
          function: { name: "weather", arguments: JSON.stringify(Array(30).fill("Rome")) },
        },
      ],
    }),
  },
]).flat();

const token = (text: string) =>
  ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: text }) as const;

/** Renders a chat of 400 × 500 pixels with a long history. */
async function renderChat(messages = history) {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: messages });
  const chatWith = (shownThread: Thread) => (
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={shownThread}>
        <Chat />
      </ThreadProvider>
    </div>
  );
  const view = render(chatWith(thread));
  const show = (shownThread: Thread) => view.rerender(chatWith(shownThread));
  const box = view.container.firstElementChild as HTMLElement;
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  const endButton = () => screen.queryByRole("button", { name: "Scroll to the end" });
  await waitFor(() => expect(distance()).toBe(0));
  return { agent, thread, box, log, distance, endButton, show };
}

async function startAnswer(agent: ManualAgent, run: () => unknown): Promise<void> {
  run();
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
    token("And "),
  );
}

/** Grows the answer by a large amount and waits until it is rendered. */
async function grow(agent: ManualAgent, log: HTMLElement): Promise<void> {
  const before = log.scrollHeight;
  await agent.emit(token("then it grows. ".repeat(40)));
  await waitFor(() => expect(log.scrollHeight).toBeGreaterThan(before + 50));
  await nextFrame();
}

/** Returns the screen position of an element once it has stopped moving. */
async function screenTopOf(element: Element): Promise<number> {
  let screenTop = Number.NaN;
  for (let isMoving = true; isMoving; ) {
    const before = screenTop;
    await frames(4);
    screenTop = Math.round(element.getBoundingClientRect().top);
    isMoving = screenTop !== before;
  }
  return screenTop;
}

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await nextFrame();
}

/** Returns the row at this height, or the next one below. */
function rowAt(y: number): Element {
  for (let at = y; at < y + 300; at += 10) {
    const row = document.elementsFromPoint(200, at).find((one) => one.matches("article"));
    if (row) return row;
  }
  throw new Error("There is no row in view.");
}

async function scrollTo(log: HTMLElement, top: number): Promise<void> {
  const scrolled = new Promise((resolve) =>
    log.addEventListener("scroll", resolve, { once: true }),
  );
  log.scrollTop = top;
  await scrolled;
}

describe("a user at the end", () => {
  test("starts there, without a button", async () => {
    const { endButton } = await renderChat();
    expect(endButton()).toBeNull();
    expect(screen.getByText(/Answer 39/)).toBeInTheDocument();
  });

  test("stays there while an answer streams", async () => {
    const { agent, thread, log, distance, endButton } = await renderChat();
    await startAnswer(agent, () => thread.run());
    for (let times = 0; times < 5; times++) {
      await grow(agent, log);
      expect(distance()).toBe(0);
    }
    expect(endButton()).toBeNull();
  });

  test("stays there when the container becomes lower, as for an on-screen keyboard", async () => {
    const { box, log, distance } = await renderChat();
    box.style.blockSize = "250px";
    await waitFor(() => expect(log.clientHeight).toBeLessThan(250));
    await waitFor(() => expect(distance()).toBe(0));
    box.style.blockSize = "500px";
    await waitFor(() => expect(distance()).toBe(0));
  });

  test("stays there when late content grows", async () => {
    const { log, distance } = await renderChat();
    const late = document.createElement("div");
    screen.getByText(/Answer 39/).after(late);
    late.style.blockSize = "300px";
    await nextFrame();
    await waitFor(() => expect(distance()).toBe(0));
    expect(log).toHaveAttribute("data-following");
  });

  test("keeps expanded content in place until they return to the end", async () => {
    const { agent, thread, log, distance } = await renderChat();
    const summary = screen.getByText("Weather");
    const screenTop = await screenTopOf(summary);
    await userEvent.click(summary);
    await waitFor(() => expect(distance()).toBeGreaterThan(100));
    expect(await screenTopOf(summary)).toBe(screenTop);

    await startAnswer(agent, () => thread.run());
    await grow(agent, log);
    await grow(agent, log);
    expect(await screenTopOf(summary)).toBe(screenTop);
    await userEvent.click(screen.getByRole("button", { name: /^Scroll to the end/ }));
    await grow(agent, log);
    await waitFor(() => expect(distance()).toBe(0));
  });
});

describe("a user who has scrolled up", () => {
  test("stays in place while an answer streams, and gets a button", async () => {
    const { agent, thread, log, endButton } = await renderChat();
    await startAnswer(agent, () => thread.run());
    log.focus();
    await userEvent.keyboard("{PageUp}");
    await waitFor(() => expect(endButton()).toBeVisible());
    const row = rowAt(log.getBoundingClientRect().top + 100);
    const screenTop = await screenTopOf(row);
    await grow(agent, log);
    await grow(agent, log);
    expect(await screenTopOf(row)).toBe(screenTop);
  });

  test("stops following with the smallest movement", async () => {
    const { agent, thread, log, distance } = await renderChat();
    await startAnswer(agent, () => thread.run());
    await grow(agent, log);
    await scrollTo(log, log.scrollTop - 5);
    const row = rowAt(log.getBoundingClientRect().top + 100);
    const screenTop = await screenTopOf(row);
    await grow(agent, log);
    expect(await screenTopOf(row)).toBe(screenTop);
    expect(distance()).toBeGreaterThan(50);
  });

  test("follows again at the end", async () => {
    const { agent, thread, log, distance, endButton } = await renderChat();
    await startAnswer(agent, () => thread.run());
    await scrollTo(log, log.scrollTop - 400);
    await waitFor(() => expect(endButton()).not.toBeNull());
    await scrollTo(log, log.scrollHeight);
    await waitFor(() => expect(endButton()).toBeNull());
    await grow(agent, log);
    expect(distance()).toBe(0);
  });

  test("returns to the end by the button, which leaves the focus in the transcript", async () => {
    const { agent, thread, log, distance, endButton } = await renderChat();
    await startAnswer(agent, () => thread.run());
    await scrollTo(log, 100);
    await waitFor(() => expect(endButton()).toBeVisible());
    await userEvent.click(endButton() as HTMLElement);
    await waitFor(() => expect(distance()).toBe(0));
    await waitFor(() => expect(endButton()).toBeNull());
    expect(log).toHaveFocus();
    await grow(agent, log);
    expect(distance()).toBe(0);
  });

  test("returns to the end by sending a message", async () => {
    const { log, distance } = await renderChat();
    await scrollTo(log, 100);
    await userEvent.fill(screen.getByRole("textbox"), "What now?");
    await userEvent.keyboard("{Enter}");
    await screen.findByText("What now?");
    await waitFor(() => expect(distance()).toBe(0));
  });
});

test("another thread is shown from its end", async () => {
  const { log, distance, show } = await renderChat();
  await scrollTo(log, 100);
  const other = history.map((message) => ({ ...message, id: `other-${message.id}` }));
  show(createThread({ agent: manualAgent(), initialMessages: other }));
  await waitFor(() => expect(distance()).toBe(0));
});

describe("a long history", () => {
  const long: readonly Message[] = Array.from({ length: 600 }, (_, n): Message => {
    const content = `Message ${n}. ${"It depends on the weather. ".repeat(n % 20)}`;
    return { id: `m${n}`, role: n % 2 ? "assistant" : "user", content };
  });

  test("is laid out only near the view", async () => {
    const { log } = await renderChat(long);
    const isLaidOut = (text: RegExp) =>
      screen.getByText(text).checkVisibility({ contentVisibilityAuto: true });
    await waitFor(() => expect(isLaidOut(/^Message 1\./)).toBe(false));
    await scrollTo(log, 0);
    await waitFor(() => expect(isLaidOut(/^Message 1\./)).toBe(true));
    expect(isLaidOut(/^Message 300\./)).toBe(false);
  });

  test("does not jump while the user scrolls up", async () => {
    const { log } = await renderChat(long);
    await frames(5);
    for (let step = 0; step < 40; step++) {
      const inView = rowAt(log.getBoundingClientRect().top + 100);
      const before = inView.getBoundingClientRect().top;
      await scrollTo(log, log.scrollTop - 300);
      // Rows that come into view are laid out in this frame or the next.
      await frames(3);
      expect(Math.round(inView.getBoundingClientRect().top - before)).toBe(300);
    }
  });
});

test("the chunk around a row does not clip its focus ring", async () => {
  const { log } = await renderChat();
  const summary = screen.getByText("Weather").closest("summary") as HTMLElement;
  summary.focus();
  const row = summary.closest("article") as HTMLElement;
  await Promise.all(row.getAnimations().map((animation) => animation.finished));
  const chunk = summary.closest(".agk-rows") as HTMLElement;
  const style = getComputedStyle(summary);
  const reach = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
  const [ring, clip] = [summary.getBoundingClientRect(), chunk.getBoundingClientRect()];
  expect(ring.left - reach).toBeGreaterThanOrEqual(clip.left);
  expect(ring.right + reach).toBeLessThanOrEqual(clip.right);
  expect(ring.bottom + reach).toBeLessThanOrEqual(clip.bottom);
  expect(clip.left).toBeGreaterThanOrEqual(log.getBoundingClientRect().left);
});

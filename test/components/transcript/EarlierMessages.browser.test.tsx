import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { HistoryPage, HistoryRequest } from "../../../src/protocol/dialect.ts";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { createDeferred } from "../../support/deferred.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { nextFrame } from "../chatElements.ts";

const LONG = turnMessages(0, 60).map((message) =>
  message.role === "assistant"
    ? { ...message, content: `${message.content}. ${"It depends on the weather. ".repeat(12)}` }
    : message,
);

/** Renders a chat of 400 × 500 pixels whose agent has a long history, opened at its end. */
async function openChat({ conversation = LONG, size = 40 } = {}) {
  const paged = pagedHistory(conversation, size);
  let answer: (request: HistoryRequest) => Promise<HistoryPage> = paged.history;
  const agent = manualAgent();
  const thread = createThread({
    agent: { run: agent.run, history: (request) => answer(request) },
  });
  const view = render(
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  expect(earlierButton()).toBeNull();
  await thread.connect();
  await waitFor(() => expect(earlierButton()).toBeInTheDocument());
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  await waitFor(() => expect(distance()).toBe(0));
  return {
    ...{ view, agent, thread, log, distance, paged },
    answerWith(next: typeof answer) {
      answer = next;
    },
  };
}

const earlierButton = () => screen.queryByRole("button", { name: "Load earlier messages" });

/** Returns the screen position of an element once it has stopped moving. */
async function screenTopOf(element: Element): Promise<number> {
  let screenTop = Number.NaN;
  for (let times = 0; times < 4; ) {
    const before = screenTop;
    await nextFrame();
    screenTop = Math.round(element.getBoundingClientRect().top);
    times = screenTop === before ? times + 1 : 0;
  }
  return screenTop;
}

async function scrollTo(log: HTMLElement, top: number): Promise<void> {
  const scrolled = new Promise((resolve) =>
    log.addEventListener("scroll", resolve, { once: true }),
  );
  log.scrollTop = top;
  await scrolled;
}

/** Returns the row with this text. */
const lineOf = (text: string) => screen.getByText(text).closest("article") as HTMLElement;

describe("the scroll position when earlier messages arrive", () => {
  test("the scroll position stays at the very top, at the button", async () => {
    const { thread, log } = await openChat();
    await scrollTo(log, 0);
    const line = lineOf("Question 40");
    const screenTop = await screenTopOf(line);
    await userEvent.click(earlierButton() as HTMLElement);
    await screen.findByText("Question 20");
    expect(Math.abs((await screenTopOf(line)) - screenTop)).toBeLessThanOrEqual(1);
    expect(lineOf("Question 40"), "the line was not built anew").toBe(line);
    // Loading the first messages keeps it too, when the button unmounts.
    await scrollTo(log, 0);
    const first = lineOf("Question 20");
    const before = await screenTopOf(first);
    await userEvent.click(earlierButton() as HTMLElement);
    await waitFor(() => expect(thread.getSnapshot().earlier?.hasMore).toBe(false));
    await screen.findByText("Question 0");
    expect(Math.abs((await screenTopOf(first)) - before)).toBeLessThanOrEqual(1);
  });

  test.each([
    ["", "auto"],
    [", without scroll anchoring", "none"],
  ])(
    "the scroll position stays in the middle, when the application loads them%s",
    async (_, anchor) => {
      const { thread, log } = await openChat();
      log.style.overflowAnchor = anchor;
      await scrollTo(log, 300);
      const [line] = [...log.querySelectorAll("article")].filter(
        (one) => one.getBoundingClientRect().bottom > log.getBoundingClientRect().top,
      );
      const screenTop = await screenTopOf(line as Element);
      await thread.loadEarlier();
      await screen.findByText("Question 20");
      expect(Math.abs((await screenTopOf(line as Element)) - screenTop)).toBeLessThanOrEqual(1);
    },
  );

  test("keeps following the end when earlier messages are inserted above", async () => {
    const { thread, agent, log, distance } = await openChat();
    void thread.send("And now?");
    const { threadId, runId } = await agent.started();
    const token = {
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "m",
      delta: "Well. ".repeat(60),
    } as const;
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, token);
    await waitFor(() => expect(distance()).toBe(0));
    await thread.loadEarlier();
    await screen.findByText("Question 20");
    await waitFor(() => expect(distance()).toBe(0));
    const before = log.scrollHeight;
    await agent.emit(token);
    await waitFor(() => expect(log.scrollHeight).toBeGreaterThan(before));
    await waitFor(() => expect(distance()).toBe(0));
  });
});

test("the button works by keyboard, announces the result and leaves the focus in the transcript", async () => {
  const { log, answerWith, paged } = await openChat({ size: 60 });
  const page = createDeferred<HistoryPage>();
  answerWith(() => page.promise);
  const button = earlierButton() as HTMLElement;
  button.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(button).toHaveTextContent("Loading earlier messages…"));
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  page.reject(new AgentKitError("network", "There is no network."));
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(again).toHaveFocus();
  const status = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  await waitFor(() => expect(status()).toContain("Couldn’t load earlier messages."));
  answerWith(paged.history);
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Question 0");
  await waitFor(() => expect(log).toHaveFocus());
  expect(earlierButton()).toBeNull();
  await waitFor(() =>
    expect(status()).toContain(
      "60 earlier messages loaded. This is the start of the conversation.",
    ),
  );
});

test("nothing is rendered for an agent without a history", () => {
  const thread = createThread({ agent: manualAgent(), initialMessages: LONG });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  expect(screen.getByText("Question 0")).toBeInTheDocument();
  expect(earlierButton()).toBeNull();
});

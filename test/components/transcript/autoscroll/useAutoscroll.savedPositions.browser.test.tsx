import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import {
  endButton,
  growAnswer,
  rowOf,
  sampleTurns,
  scrollChat,
  startAnswer,
  waitFrames,
  wheel,
} from "./scrollChat.tsx";

async function twoThreads(count = 20) {
  const chat = await scrollChat(sampleTurns(count));
  const other = createThread({
    ...{ agent: manualAgent(), threadId: "two" },
    initialMessages: sampleTurns(8, "other "),
  });
  const leave = async () => {
    chat.show(other);
    await screen.findByText("other Question 7");
    await waitFor(() => expect(chat.distance()).toBe(0));
    await waitFrames(5);
  };
  const comeBack = async () => {
    chat.show(chat.thread);
    await screen.findByText("Question 0");
    await waitFrames(10);
  };
  return { ...chat, leave, comeBack };
}

describe("a thread that is shown again", () => {
  test("restores its position by message and not by pixels", async () => {
    const { box, log, below, leave, comeBack } = await twoThreads();
    // Lines of whole pixels, as positions are rounded to them.
    box.style.setProperty("--agk-font-size", "15px");
    await wheel(log, -1200);
    await waitFor(() => expect(endButton()).toBeVisible());
    await waitFrames(20);
    const edge = log.getBoundingClientRect().top;
    const row = [...log.querySelectorAll("article")].find(
      (one) => one.getBoundingClientRect().bottom > edge,
    );
    const id = row?.dataset.messageId ?? "";
    const screenTop = below(id);
    await leave();
    await comeBack();
    expect(below(id)).toBe(screenTop);
    expect(endButton()).toBeVisible();
    await leave();
    // Narrower lines move every row.
    box.style.inlineSize = "300px";
    await comeBack();
    expect(below(id)).toBe(screenTop);
  });

  test("restores its position in a long conversation with skipped layout", async () => {
    const { log, below, leave, comeBack } = await twoThreads(300);
    rowOf("a150").scrollIntoView();
    // A query by accessible name takes seconds among thousands of buttons.
    await waitFor(() => expect(log.parentElement).toHaveAttribute("data-away"));
    await waitFrames(20);
    log.scrollTop += 30;
    await waitFrames(20);
    const screenTop = below("a150");
    await leave();
    await comeBack();
    expect(Math.abs(below("a150") - screenTop)).toBeLessThanOrEqual(1);
  });

  test("is at its end if it was there, even after new messages", async () => {
    const { agent, thread, distance, leave, comeBack } = await twoThreads();
    void thread.run();
    await startAnswer(agent);
    await leave();
    await agent.emit({
      ...{ type: "TEXT_MESSAGE_CHUNK", messageId: "m" },
      delta: "It goes on. ".repeat(200),
    });
    await comeBack();
    expect(distance()).toBe(0);
    await growAnswer(agent);
    expect(distance()).toBe(0);
  });

  test("shows how many messages arrived since the end was left", async () => {
    const { agent, thread, log, leave, comeBack } = await twoThreads();
    await wheel(log, -1200);
    await waitFor(() => expect(endButton()).toBeVisible());
    await waitFrames(20);
    await leave();
    void thread.run();
    const { threadId, runId } = await agent.started();
    const token = { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "New. " } as const;
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, token);
    await comeBack();
    await waitFor(() => expect(endButton()).toHaveAccessibleName(/1 new message$/));
  });

  test("is at its end when the saved message is gone", async () => {
    const { thread, log, show, distance, leave } = await twoThreads();
    await wheel(log, -1200);
    await waitFor(() => expect(endButton()).toBeVisible());
    await waitFrames(20);
    await leave();
    thread.setMessages(sampleTurns(20, "else "));
    show(thread);
    await screen.findByText("else Question 0");
    await waitFor(() => expect(distance()).toBe(0));
  });
});

test("a popup that is opened again restores its scroll position", async () => {
  await page.viewport(1024, 768);
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: sampleTurns(20) });
  render(
    <ThreadProvider thread={thread}>
      <ChatPopup title="Help" defaultOpen />
    </ThreadProvider>,
  );
  const log = await screen.findByRole("log");
  await waitFor(() => expect(log.scrollHeight - log.clientHeight - log.scrollTop).toBeLessThan(2));
  await wheel(log, -900);
  await waitFor(() => expect(endButton()).toBeVisible());
  await waitFrames(20);
  const edge = log.getBoundingClientRect().top;
  const row = [...log.querySelectorAll("article")].find(
    (one) => one.getBoundingClientRect().bottom > edge,
  ) as HTMLElement;
  const screenTop = row.getBoundingClientRect().top;
  const launcher = screen.getByRole("button", { name: /^Chat/ });
  await userEvent.click(launcher);
  await waitFor(() => expect(log).not.toBeVisible());
  void thread.run();
  await startAnswer(agent);
  // Some browsers reset the scroll position of hidden elements.
  log.scrollTop = 0;
  await userEvent.click(launcher);
  await waitFor(() => expect(log).toBeVisible());
  await waitFor(() => expect(row.getBoundingClientRect().top).toBeCloseTo(screenTop, 0));
  expect(endButton()).toHaveAccessibleName(/1 new message$/);
});

import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { changesBy } from "../../styles/styleChanges.ts";

const history = Array.from({ length: 30 }, (_, at): Message[] => [
  { id: `u${at}`, role: "user", content: `Question ${at}` },
  { id: `a${at}`, role: "assistant", content: `Answer ${at}` },
]).flat();

/** Renders a chat during a run, with a transcript that scrolls. */
async function renderBusy(width: number, props: ChatProps = {}) {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: history });
  render(
    <div style={{ inlineSize: width, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </div>,
  );
  void thread.send("Now");
  await startRun(agent);
  const log = screen.getByRole("log");
  const distance = () => log.scrollHeight - log.scrollTop - log.clientHeight;
  await waitFor(() => expect(distance()).toBeLessThan(1));
  return { agent, thread, log, distance };
}

test("the menu of a message is above it, and leaves the stop button free", async () => {
  const { thread } = await renderBusy(390);
  for (const text of ["One", "Two", "Three"]) void thread.send(text, { whenBusy: "queue" });
  const more = await screen.findByRole("button", { name: "Move Three" });
  await userEvent.click(more);
  const menu = (await screen.findByRole("menu")).getBoundingClientRect();
  expect(menu.bottom).toBeLessThanOrEqual(more.getBoundingClientRect().top + 1);
  expect(menu.bottom).toBeLessThan(
    screen.getByRole("button", { name: "Stop" }).getBoundingClientRect().top,
  );
  thread.stop();
});

test("keeps the end in view when a queue appears and fits into 320 pixels", async () => {
  const { thread, distance } = await renderBusy(320);
  for (const text of ["A message that is longer than a line of this chat has room for", "b"]) {
    void thread.send(text, { whenBusy: "queue" });
  }
  const queue = await screen.findByRole("region", { name: "Queued messages" });
  await waitFor(() => expect(distance()).toBeLessThan(1));
  expect(queue.scrollWidth).toBe(queue.clientWidth);
  const { left, right } = queue.getBoundingClientRect();
  for (const button of within(queue).getAllByRole("button")) {
    const box = button.getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(left);
    expect(box.right).toBeLessThanOrEqual(right);
  }
  // Each message has one line.
  for (const row of within(queue).getAllByRole("toolbar")) {
    const tops = within(row)
      .getAllByRole("button")
      .map((one) => one.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
  }
  thread.stop();
});

test("grows the editor with its text", async () => {
  const { thread } = await renderBusy(400);
  void thread.send("Short", { whenBusy: "queue" });
  await userEvent.click(await screen.findByRole("button", { name: "Edit Short" }));
  const field = screen.getByRole("textbox", { name: "Queued message" });
  expect(field).toHaveFocus();
  const { height } = field.getBoundingClientRect();
  await userEvent.fill(field, "one\ntwo\nthree");
  await waitFor(() => expect(field.getBoundingClientRect().height).toBeGreaterThan(2 * height));
  expect(field.scrollHeight).toBe(field.clientHeight);
  thread.stop();
});

test("does not move the transcript when suggestions appear and disappear", async () => {
  const { agent, log, distance } = await renderBusy(320, { suggestions: { generate: {} } });
  await endRun(agent);
  await waitFor(() => expect(document.querySelector("[data-loading]")).not.toBeNull());
  await startRun(agent);
  // Entering rows are animated.
  const ends = ({ effect }: Animation) =>
    effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  const moves = document.getAnimations().filter(ends);
  await Promise.all(moves.map(({ finished }) => finished));
  const before = log.getBoundingClientRect().height;
  const end = () => screen.getByText("Now").getBoundingClientRect().top;
  const top = end();
  await agent.emit({
    type: "TEXT_MESSAGE_CHUNK",
    messageId: "s",
    delta: '["Something that is rather long to say", "Another thing", "And a third of them"]',
  });
  await endRun(agent);
  const list = await screen.findByRole("list", { name: "Suggestions" });
  expect(log.getBoundingClientRect().height).toBe(before);
  expect(end()).toBe(top);
  expect(distance()).toBeLessThan(1);
  // The row scrolls instead of wrapping.
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await userEvent.fill(screen.getByRole("textbox"), "x");
  await waitFor(() => expect(list).not.toBeInTheDocument());
  expect(end()).toBe(top);
});

test("keeps the look of queue and suggestions under host styles for plain elements", async () => {
  const { thread } = await renderBusy(500, { suggestions: { static: ["Shorter"] } });
  void thread.send("Short", { whenBusy: "queue" });
  await screen.findByRole("region", { name: "Queued messages" });
  const css =
    "button, textarea { padding: 9px; border: 3px solid red; background: red; font: 30px serif }" +
    "ul, ol, p { margin: 20px; padding: 40px; list-style: square } li { margin: 7px }";
  expect(changesBy(css, ".agk-queue, .agk-queue *, .agk-suggestion-row *")).toEqual([]);
  thread.stop();
  await screen.findByText("Paused. Send a message to continue.");
  const list = changesBy(css, ".agk-queue, .agk-queue *, .agk-suggestion-row *");
  expect(list).toEqual([]);
});

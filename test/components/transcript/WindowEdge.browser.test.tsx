import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { pagedHistory } from "../../support/pagedHistory.ts";
import {
  articles,
  firstVisible,
  growAnswer,
  rowOf,
  sampleTurns,
  scrollChat,
  scrollEnd,
  scrollUp,
  shownIds,
  startAnswer,
  waitFrames,
  wheel,
} from "./autoscroll/scrollChat.tsx";

/** 3,000 messages. */
const LONG = sampleTurns(1500);

/** Messages of which not all are rendered at first, few enough to render all of them quickly. */
const MEDIUM = sampleTurns(550);

/** Finds the button by its text: by its role, a query would compute the name of every element. */
const olderButton = () => screen.queryByText("Load earlier messages", { selector: "button" });

/** Returns the screen position of a message. */
const topOf = (id: string | undefined) => Math.round(rowOf(id ?? "").getBoundingClientRect().top);

/** Scrolls to the top edge until there are no more rows. */
async function goToTop(log: HTMLElement) {
  while (olderButton()) {
    const { length } = articles();
    log.scrollTop = 0;
    await waitFor(() => expect(articles().length > length || !olderButton()).toBe(true));
  }
}

test("a long conversation renders its end and follows it", async () => {
  const { agent, thread, distance } = await scrollChat(LONG);
  expect(shownIds()).toEqual(LONG.slice(-articles().length).map(({ id }) => id));
  expect(articles().length).toBeGreaterThan(40);
  expect(articles().length).toBeLessThan(1000);
  const { length } = articles();
  void thread.run();
  await startAnswer(agent);
  await growAnswer(agent);
  await waitFor(() => expect(distance()).toBe(0));
  expect(articles()).toHaveLength(length + 1);
});

test("up to a thousand messages stay rendered as more arrive", async () => {
  const { thread } = await scrollChat(sampleTurns(500));
  expect(articles()).toHaveLength(1000);
  thread.setMessages((now) => [...now, { id: "u", role: "user", content: "One more" }]);
  await screen.findByText("One more");
  expect(articles()).toHaveLength(1001);
});

describe("scrolling up", () => {
  test("renders more rows in advance, without moving the view", async () => {
    const { log } = await scrollChat(LONG);
    const [first] = articles();
    await scrollUp(log);
    log.scrollTop = 3000;
    await scrollEnd(log);
    expect(articles()[0]).toBe(first);
    for (let times = 0; articles()[0] === first; times++) {
      expect(times).toBeLessThan(20);
      const { id } = firstVisible(log);
      const screenTop = topOf(id);
      await wheel(log, -400);
      await scrollEnd(log);
      expect(Math.abs(topOf(id) - screenTop - 400)).toBeLessThanOrEqual(1);
    }
    expect(articles()).toContain(first);
    expect(log.scrollTop).toBeGreaterThan(log.clientHeight);
    expect(rowOf("u0")).toBeNull();
  });

  test("reaches the first message in order, without remounting rows", async () => {
    const { log } = await scrollChat(MEDIUM);
    const last = articles().at(-1);
    await goToTop(log);
    expect(shownIds()).toEqual(MEDIUM.map(({ id }) => id));
    expect(articles().at(-1)).toBe(last);
  });

  test("keeps a selection", async () => {
    const { log } = await scrollChat(LONG);
    await scrollUp(log);
    const { id } = firstVisible(log);
    // The answer to a question that is visible.
    const answerId = id?.replace("u", "a");
    getSelection()?.selectAllChildren(rowOf(answerId ?? ""));
    const selected = String(getSelection());
    expect(selected).toContain("It depends on the weather.");
    const { length } = articles();
    log.scrollTop = 0;
    await waitFor(() => expect(articles().length).toBeGreaterThan(length));
    expect(String(getSelection())).toBe(selected);
  });

  test("renders more rows with the button, and leaves the focus in the transcript", async () => {
    // Just more than are all rendered.
    const { log } = await scrollChat(sampleTurns(501));
    const button = olderButton() as HTMLElement;
    for (let presses = 0; olderButton(); presses++) {
      expect(presses).toBeLessThan(20);
      (olderButton() as HTMLElement).focus({ preventScroll: true });
      await userEvent.keyboard("{Enter}");
    }
    expect(button).not.toBeInTheDocument();
    expect(log).toHaveFocus();
    expect(articles()).toHaveLength(1002);
  });
});

test("earlier messages from the server are offered after the rendered ones", async () => {
  const { history } = pagedHistory(MEDIUM, 1010);
  const agent = { ...manualAgent(), history };
  const { log, thread } = await scrollChat([], {}, { agent });
  await thread.connect();
  await waitFor(() => expect(articles().length).toBeGreaterThan(40));
  expect(articles().length).toBeLessThan(1000);
  while (articles().length < 1010) {
    const { length } = articles();
    log.scrollTop = 0;
    await waitFor(() => expect(articles().length).toBeGreaterThan(length));
  }
  expect(shownIds()[0]).toBe(MEDIUM[90]?.id);
  await waitFrames(3);
  expect(articles()).toHaveLength(1010);
  await userEvent.click(olderButton() as HTMLElement);
  await waitFor(() => expect(thread.getSnapshot().messages).toHaveLength(1100));
  await waitFor(() => expect(shownIds()[0]).toBe(MEDIUM[0]?.id));
});

test("switching threads restores the position, however far up", async () => {
  const { log, show, thread } = await scrollChat(LONG);
  const { length } = articles();
  while (articles().length < 3 * length) {
    const before = articles().length;
    log.scrollTop = 0;
    await waitFor(() => expect(articles().length).toBeGreaterThan(before));
  }
  await scrollEnd(log);
  const left = firstVisible(log);
  show(
    createThread({
      agent: manualAgent(),
      threadId: "two",
      initialMessages: sampleTurns(8, "other "),
    }),
  );
  await screen.findByText("other Question 7");
  await waitFrames(5);
  show(thread);
  await waitFor(() => expect(rowOf(left.id ?? "")).toBeInTheDocument());
  await scrollEnd(log);
  expect(firstVisible(log).id).toBe(left.id);
  expect(Math.abs(firstVisible(log).below - left.below)).toBeLessThanOrEqual(1);
});

test("switching threads restores the position after rows that are higher than estimated", async () => {
  const { log, show, thread, below } = await scrollChat(MEDIUM);
  await goToTop(log);
  const chunks = [...log.querySelectorAll(".agk-rows")];
  const [first] = chunks.sort((one, other) => other.childElementCount - one.childElementCount);
  const id = [...(first?.querySelectorAll("article") ?? [])].at(-1)?.dataset.messageId ?? "";
  expect(first?.childElementCount).toBeGreaterThan(60);
  const other = createThread({ agent: manualAgent(), initialMessages: sampleTurns(8, "other ") });
  show(other);
  await screen.findByText("other Question 7");
  await waitFrames(5);
  const readMarker = { id: MEDIUM.at(-1)?.id, interruptIds: [] };
  savedScrollPositions.updateState(thread, () => ({ anchorRow: { id, offset: -20 }, readMarker }));
  show(thread);
  await waitFor(() => expect(rowOf(id)).toBeInTheDocument());
  await scrollEnd(log);
  expect(firstVisible(log)).toEqual({ id, below: -20 });
  expect(below(id)).toBe(-20);
});

test("another branch is shown at the read position", async () => {
  const { log, thread, agent } = await scrollChat(LONG);
  await scrollUp(log, 3000);
  const { id = "" } = firstVisible(log);
  const at = LONG.findIndex((message) => message.id === id);
  thread.setMessages(LONG.slice(0, at + 1));
  await waitFor(() => expect(shownIds().at(-1)).toBe(id));
  expect(rowOf(id)).toBeVisible();
  expect(agent.inputs).toEqual([]);
});

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { pagedHistory } from "../../support/pagedHistory.ts";
import {
  articles,
  firstVisible,
  rowOf,
  sampleTurns,
  scrollChat,
  scrollEnd,
  scrollUp,
} from "./autoscroll/scrollChat.tsx";

/** 3,000 messages. */
const LONG = sampleTurns(1500);

/** Renders the last 40 of 1,600 messages, and returns a function that loads the other 1,560 in one page. */
async function withBigPage() {
  const all = sampleTurns(800);
  const { history } = pagedHistory(all, 2000);
  let isFirst = true;
  const agent = {
    ...manualAgent(),
    history: async (request: Parameters<typeof history>[0]) => {
      if (!isFirst) return history(request);
      isFirst = false;
      return { messages: all.slice(-40), olderCursor: String(all.at(-40)?.id) };
    },
  };
  const chat = await scrollChat([], {}, { agent });
  await act(async () => void (await chat.thread.connect()));
  await waitFor(() => expect(articles()).toHaveLength(40));
  await scrollEnd(chat.log);
  const loadAll = async () => {
    await act(async () => void (await chat.thread.loadEarlier()));
    expect(chat.thread.getSnapshot().messages).toHaveLength(1600);
    await waitFor(() => expect(articles().length).toBeGreaterThan(40));
    await scrollEnd(chat.log);
  };
  return { ...chat, loadAll };
}

describe("more than a thousand earlier messages that arrive at once", () => {
  test("do not move the view, and are not all rendered", async () => {
    const { log, loadAll } = await withBigPage();
    await scrollUp(log, 1500);
    const left = firstVisible(log);
    const rendered = articles();
    await loadAll();
    expect(firstVisible(log)).toEqual(left);
    expect(articles().slice(-40)).toEqual(rendered);
    expect(articles().length).toBeLessThan(1000);
  });

  test("keep an open editor and its focus", async () => {
    const { loadAll } = await withBigPage();
    const foot = rowOf("u799").nextElementSibling;
    await waitFor(() => expect(foot?.querySelector("[data-action=edit]")).not.toBeNull());
    fireEvent.click(foot?.querySelector("[data-action=edit]") as HTMLElement);
    await waitFor(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
    const field = document.activeElement;
    await loadAll();
    expect(field).toHaveFocus();
  });

  test("are announced", async () => {
    const { loadAll } = await withBigPage();
    await loadAll();
    const announced = screen.getAllByRole("status").map(({ textContent }) => textContent);
    expect(announced.join()).toMatch(/1,?560/);
  });
});

test("removing unrendered messages keeps the rendered ones", async () => {
  const { log, thread } = await scrollChat(LONG);
  await scrollUp(log, 3000);
  const [gone, ...others] = articles();
  const left = firstVisible(log);
  act(() => thread.setMessages((now) => now.filter(({ id }) => id !== gone?.dataset.messageId)));
  await scrollEnd(log);
  expect(gone).not.toBeInTheDocument();
  expect(others.filter((one) => !one.isConnected)).toEqual([]);
  expect(firstVisible(log)).toEqual(left);
});

test("ArrowUp edits the last user message although more of the answer is rendered", async () => {
  const steps = Array.from(
    { length: 1200 },
    (_, n): Message => ({ id: `s${n}`, role: "assistant", content: `Step ${n}` }),
  );
  await scrollChat([...sampleTurns(300), { id: "q", role: "user", content: "Do it" }, ...steps]);
  expect(rowOf("q")).toBeNull();
  const field = screen.getByRole("textbox", { name: "Message" });
  field.focus();
  fireEvent.keyDown(field, { key: "ArrowUp" });
  const editor = await screen.findByDisplayValue("Do it");
  await waitFor(() => expect(editor).toHaveFocus());
});

import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { INITIAL_ROWS, MAX_FOLLOWED_ROWS } from "../../../src/components/transcript/rowWindow.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { waitForArticles } from "../waitForArticles.ts";
import {
  articles,
  firstVisible,
  painted,
  rowOf,
  sampleTurns,
  shownIds,
  startAnswer,
} from "./autoscroll/scrollChat.tsx";

/** 1,000 messages. */
const MESSAGES = sampleTurns(500);

/** Opens a chat of messages, with a saved position at one of them. */
function open(readId?: string, messages = MESSAGES) {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: messages });
  const readMarker = { id: undefined, interruptIds: [] };
  if (readId)
    savedScrollPositions.updateState(thread, () => ({
      anchorRow: { id: readId, offset: 0 },
      readMarker,
    }));
  const page = () => (
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>
  );
  const { rerender } = render(page());
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  return { agent, thread, log, distance, renderAgain: () => rerender(page()) };
}

/** Measures in each painted frame until shortly after all rows are rendered. */
async function measureFrames(measure: () => number) {
  const rowCounts: number[] = [];
  const measured: number[] = [];
  for (let last = 10; last > 0; ) {
    // In the frame itself, because observers may report only after the next one.
    requestAnimationFrame(() => rowCounts.push(articles().length));
    await painted();
    measured.push(measure());
    if (articles().length >= MESSAGES.length) last--;
  }
  return { rowCounts, measured };
}

describe("a thousand messages", () => {
  test("paint their end first, and stay there", async () => {
    const { distance } = open();
    const { rowCounts, measured } = await measureFrames(distance);
    expect(rowCounts[0]).toBe(INITIAL_ROWS);
    expect(new Set(measured)).toEqual(new Set([0]));
    expect(shownIds()).toEqual(MESSAGES.map(({ id }) => id));
  });

  test("paint the saved position first, and stay there", async () => {
    const { log } = open("a400");
    const topOf = () => rowOf("a400").getBoundingClientRect().top - log.getBoundingClientRect().top;
    const { rowCounts, measured } = await measureFrames(() => Math.abs(topOf()));
    expect(rowCounts[0]).toBeLessThan(MESSAGES.length);
    expect(Math.max(...measured)).toBeLessThanOrEqual(1);
    expect(shownIds()).toEqual(MESSAGES.map(({ id }) => id));
  });

  test.each(["auto", "none"])(
    "keep the read position with scroll anchoring '%s'",
    async (anchoring) => {
      const { log } = open();
      log.style.overflowAnchor = anchoring;
      log.scrollTop -= 700;
      const { id = "", below } = firstVisible(log);
      const { rowCounts, measured } = await measureFrames(() => {
        const top = rowOf(id).getBoundingClientRect().top - log.getBoundingClientRect().top;
        return Math.abs(top - below);
      });
      expect(rowCounts[0]).toBeLessThan(MESSAGES.length);
      expect(Math.max(...measured)).toBeLessThanOrEqual(1);
    },
  );

  test("are all rendered although the page renders in every frame", async () => {
    const { renderAgain } = open();
    const { rowCounts } = await measureFrames(() => {
      renderAgain();
      return 0;
    });
    expect(rowCounts.indexOf(MESSAGES.length)).toBeLessThan(4);
  });

  test("are followed by an answer that starts with them", async () => {
    // With the answer, these are as many rows as are rendered without a window.
    const messages = MESSAGES.slice(1);
    const { agent, thread, distance } = open(undefined, messages);
    void thread.run();
    const [{ measured }] = await Promise.all([measureFrames(distance), startAnswer(agent)]);
    expect(new Set(measured)).toEqual(new Set([0]));
    expect(shownIds()).toEqual([...messages.map(({ id }) => id), "m"]);
  });
});

describe("a run that adds thousands of rows", () => {
  /** Adds rows of a run, some hundred at a time, and waits until the last is rendered. */
  async function addRows({ agent, thread }: ReturnType<typeof open>, count: number) {
    void thread.run();
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    for (let start = 0; start < count; start += 400) {
      const ids = Array.from({ length: 400 }, (_, at) => `n${start + at}`);
      await agent.emit(
        ...ids.map((messageId) => ({
          ...({ type: "TEXT_MESSAGE_CHUNK", messageId, role: "assistant", delta: "Yes" } as const),
        })),
      );
      await waitFor(() => expect(rowOf(`n${start + 399}`)).toBeInTheDocument());
      await painted();
    }
  }

  test("keeps a bounded number of rows rendered, with the end in view", async () => {
    const chat = open();
    await waitForArticles(MESSAGES.length);
    await addRows(chat, 1_200);
    await waitFor(() => expect(articles().length).toBeLessThanOrEqual(MAX_FOLLOWED_ROWS));
    expect(shownIds().at(-1)).toBe("n1199");
    await waitFor(() => expect(chat.distance()).toBe(0));
  });

  test("keeps the rows around a reader who has scrolled up", async () => {
    const chat = open();
    await waitForArticles(MESSAGES.length);
    chat.log.scrollTop = 0;
    await painted();
    await addRows(chat, 1_200);
    expect(shownIds().slice(0, 2)).toEqual(["u0", "a0"]);
    expect(chat.log.scrollTop).toBe(0);
  });
});

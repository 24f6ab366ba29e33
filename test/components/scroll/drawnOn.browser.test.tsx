import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/Chat.tsx";
import { FIRST } from "../../../src/components/drawnRange.ts";
// What is loaded late is loaded before it is waited for.
import "../../../src/components/MorePlace.tsx";
import { places } from "../../../src/components/scroll/useStickToEnd.ts";
import { ThreadProvider } from "../../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../../src/store/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { articles, atRest, frames, ids, mouse, reading, rowOf, turnsOf } from "./scrollChat.tsx";

/** 1,000 messages. */
const MESSAGES = turnsOf(500);

/** A chat of them that has just been opened, where that message stands at the top. */
function open(readId?: string) {
  const thread = createThread({ agent: manualAgent(), initialMessages: MESSAGES });
  const seen = { id: undefined, questions: [] };
  if (readId) places.update(thread, () => ({ place: { id: readId, offset: 0 }, seen }));
  render(
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  return { log, distance };
}

/** What is measured whenever more has been drawn and painted, until all is. */
async function whileDrawn<T>(measure: () => T): Promise<T[]> {
  const seen: T[] = [];
  for (let drawn = 0; drawn < MESSAGES.length; await frames(1)) {
    if (articles().length === drawn) continue;
    drawn = articles().length;
    seen.push(measure());
  }
  return seen;
}

describe("a thousand messages", () => {
  test("are seen from their end before all of them are drawn, and stay there meanwhile", async () => {
    const { distance } = open();
    expect(articles()).toHaveLength(FIRST);
    expect(distance()).toBe(0);
    const distances = await whileDrawn(distance);
    expect(distances.length).toBeGreaterThan(5);
    expect(new Set(distances)).toEqual(new Set([0]));
    expect(ids()).toEqual(MESSAGES.map(({ id }) => id));
  });

  test("are seen where one has left them, which stays in its place", async () => {
    const { log } = open("a400");
    await frames(4);
    const topOf = () => rowOf("a400").getBoundingClientRect().top - log.getBoundingClientRect().top;
    const tops = await whileDrawn(() => Math.abs(topOf()));
    expect(tops.length).toBeGreaterThan(5);
    expect(Math.max(...tops)).toBeLessThanOrEqual(1);
  });

  test("hold the end meanwhile for who presses something there", async () => {
    const { log, distance } = open();
    await mouse("mousePressed", rowOf("a499"));
    expect(articles().length).toBeLessThan(MESSAGES.length);
    const distances = await whileDrawn(distance);
    await mouse("mouseReleased", rowOf("a499"));
    expect(distances.length).toBeGreaterThan(5);
    expect(new Set(distances)).toEqual(new Set([0]));
    await frames(2);
    expect(log).toHaveAttribute("data-following");
    expect(distance()).toBe(0);
  });

  test("are scrolled meanwhile as far as later, with nothing drawn that could stop it", async () => {
    const { log, distance } = open();
    log.focus({ preventScroll: true });
    await userEvent.keyboard("{PageUp}");
    const moving: number[] = [];
    for (let before = distance(); articles().length < MESSAGES.length; await frames(1)) {
      if (distance() !== before) moving.push(articles().length);
      before = distance();
    }
    expect(moving.length).toBeGreaterThan(2);
    expect(new Set(moving).size).toBe(1);
    await atRest(log);
    const meanwhile = distance();
    await userEvent.keyboard("{PageUp}");
    await atRest(log);
    expect(distance()).toBe(2 * meanwhile);
  });

  test("let go of the end also in the frame in which more of them is drawn", async () => {
    const { log, distance } = open();
    for (const { length } = articles(); articles().length === length; ) await frames(1);
    log.scrollTop -= 300;
    await whileDrawn(distance);
    expect(distance()).toBe(300);
  });

  test("are all there for the Home key, which leads to the first", async () => {
    const { log } = open();
    log.focus({ preventScroll: true });
    await userEvent.keyboard("{Home}");
    expect(articles()).toHaveLength(MESSAGES.length);
    await atRest(log);
    expect(log.scrollTop).toBe(0);
    expect(reading(log).id).toBe("u0");
  });

  test.each(["auto", "none"])(
    "hold what one reads meanwhile, further up, where a browser's anchoring is '%s'",
    async (anchoring) => {
      const { log, distance } = open();
      log.style.overflowAnchor = anchoring;
      expect(distance()).toBe(0);
      log.scrollTop -= 700;
      await frames(2);
      const { id = "" } = reading(log);
      const place = rowOf(id).getBoundingClientRect().top;
      expect(articles().length).toBeLessThan(MESSAGES.length);
      const moved = await whileDrawn(() => Math.abs(rowOf(id).getBoundingClientRect().top - place));
      expect(moved.length).toBeGreaterThan(2);
      expect(Math.max(...moved)).toBeLessThanOrEqual(1);
    },
  );
});

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Message } from "../../../../src/protocol/events.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { sampleTurns, scrollChat, waitFrames } from "./scrollChat.tsx";

const ids = ["1", "2", "3", "4"];

/** Turns with four tool calls each. */
const worked = sampleTurns(12).flatMap((message): Message[] => {
  if (message.role !== "assistant") return [message];
  const toolCalls = ids.map((id) => ({
    id: `${message.id} ${id}`,
    type: "function" as const,
    function: { name: "weather", arguments: "{}" },
  }));
  const results = toolCalls.map(
    ({ id }): Message => ({ id: `r ${id}`, role: "tool", toolCallId: id, content: "sunny" }),
  );
  return [{ ...message, toolCalls }, ...results];
});

test("folding tool calls on first display moves nothing", async () => {
  const { log, show } = await scrollChat(sampleTurns(3, "other "));
  const agent = manualAgent();
  const thread = createThread({ agent, threadId: "two", initialMessages: worked });
  /** Heights of the content in every frame. */
  const heights = new Set<number>();
  let isOver = false;
  const look = () => {
    if (log.textContent.includes("Question 11")) heights.add(log.scrollHeight);
    if (!isOver) requestAnimationFrame(look);
  };
  expect(screen.queryByRole("button", { name: /tool calls/ })).toBeNull();
  requestAnimationFrame(look);
  show(thread);
  await waitFor(() =>
    expect(screen.getAllByRole("button", { name: /4 tool calls/ })).toHaveLength(12),
  );
  await waitFrames(10);
  isOver = true;
  expect(log.querySelectorAll(".agk-tool-call")).toHaveLength(0);
  const all = [...heights];
  expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(2);
});

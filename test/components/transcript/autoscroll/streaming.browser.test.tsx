import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
// What is loaded late is loaded before it is waited for.
import "../../../../src/components/transcript/WindowEdge.tsx";
import { pagedHistory } from "../../../support/pagedHistory.ts";
import {
  answering,
  frames,
  goUp,
  grow,
  reading,
  rowOf,
  scrollChat,
  startAnswer,
  turnsOf,
} from "./scrollChat.tsx";

/** A chat whose agent knows what was said before, and answers meanwhile. */
async function withHistory() {
  const agent = manualAgent();
  const { history } = pagedHistory(turnsOf(60), 40);
  const chat = await scrollChat([], {}, { agent: { run: agent.run, history } });
  await chat.thread.connect();
  await waitFor(() => expect(rowOf("a59")).toBeInTheDocument());
  void chat.thread.run();
  await startAnswer(agent);
  await grow(agent);
  await waitFor(() => expect(chat.distance()).toBe(0));
  return { ...chat, agent };
}

test("earlier messages during an answer move neither its end nor a reader further up", async () => {
  const { agent, thread, log, distance } = await withHistory();
  await thread.loadEarlier();
  await waitFor(() => expect(rowOf("u20")).toBeInTheDocument());
  await frames(5);
  expect(distance()).toBe(0);
  await grow(agent);
  expect(distance()).toBe(0);
  await goUp(log);
  const before = reading(log);
  const growing = grow(agent, 5);
  await thread.loadEarlier();
  await growing;
  await waitFor(() => expect(rowOf("u0")).toBeInTheDocument());
  await frames(5);
  const after = reading(log);
  expect(after.id).toBe(before.id);
  expect(Math.abs(after.below - before.below)).toBeLessThanOrEqual(1);
});

test("a thread that is shown again during an answer keeps its position", async () => {
  const { agent, thread, log, show } = await answering();
  const other = createThread({ agent: manualAgent(), threadId: "two" });
  await goUp(log);
  const before = reading(log);
  show(other);
  await waitFor(() => expect(screen.queryByText("Question 0")).toBeNull());
  await agent.emit({
    type: "TEXT_MESSAGE_CHUNK",
    messageId: "m",
    delta: "It goes on. ".repeat(99),
  });
  show(thread);
  await waitFor(() => expect(rowOf("m")).toBeInTheDocument());
  await frames(10);
  expect(reading(log)).toEqual(before);
  await grow(agent);
  expect(reading(log)).toEqual(before);
});

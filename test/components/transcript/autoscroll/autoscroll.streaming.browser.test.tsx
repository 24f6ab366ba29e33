import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { pagedHistory } from "../../../support/pagedHistory.ts";
import {
  answering,
  firstVisible,
  growAnswer,
  rowOf,
  sampleTurns,
  scrollChat,
  scrollUp,
  startAnswer,
  waitFrames,
} from "./scrollChat.tsx";

/** Renders a chat whose agent has a history and answers meanwhile. */
async function withHistory() {
  const agent = manualAgent();
  const { history } = pagedHistory(sampleTurns(60), 40);
  const chat = await scrollChat([], {}, { agent: { run: agent.run, history } });
  await chat.thread.connect();
  await waitFor(() => expect(rowOf("a59")).toBeInTheDocument());
  void chat.thread.run();
  await startAnswer(agent);
  await growAnswer(agent);
  await waitFor(() => expect(chat.distance()).toBe(0));
  return { ...chat, agent };
}

test("earlier messages during an answer move neither its end nor a reader further up", async () => {
  const { agent, thread, log, distance } = await withHistory();
  await thread.loadEarlier();
  await waitFor(() => expect(rowOf("u20")).toBeInTheDocument());
  await waitFrames(5);
  expect(distance()).toBe(0);
  await growAnswer(agent);
  expect(distance()).toBe(0);
  await scrollUp(log);
  const before = firstVisible(log);
  const growing = growAnswer(agent, 5);
  await thread.loadEarlier();
  await growing;
  await waitFor(() => expect(rowOf("u0")).toBeInTheDocument());
  await waitFrames(5);
  const after = firstVisible(log);
  expect(after.id).toBe(before.id);
  expect(Math.abs(after.below - before.below)).toBeLessThanOrEqual(1);
});

test("a thread that is shown again during an answer keeps its position", async () => {
  const { agent, thread, log, show } = await answering();
  const other = createThread({ agent: manualAgent(), threadId: "two" });
  await scrollUp(log);
  const before = firstVisible(log);
  show(other);
  await waitFor(() => expect(screen.queryByText("Question 0")).toBeNull());
  await agent.emit({
    type: "TEXT_MESSAGE_CHUNK",
    messageId: "m",
    delta: "It goes on. ".repeat(99),
  });
  show(thread);
  await waitFor(() => expect(rowOf("m")).toBeInTheDocument());
  await waitFrames(10);
  expect(firstVisible(log)).toEqual(before);
  await growAnswer(agent);
  expect(firstVisible(log)).toEqual(before);
});

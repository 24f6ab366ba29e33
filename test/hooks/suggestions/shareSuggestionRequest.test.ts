import { expect, test } from "vitest";
import { shareSuggestionRequest } from "../../../src/hooks/suggestions/shareSuggestionRequest.ts";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const question: Message = { id: "u1", role: "user", content: "Question" };

/** Creates a conversation, and joins its request for suggestions as often as needed. */
function createShares() {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: [question] });
  const { run, messages } = thread.getSnapshot();
  const share = () =>
    shareSuggestionRequest(thread, { agent, generate: {}, run, messages, isRefresh: false });
  return { agent, share };
}

test("a component that leaves twice does not take the request from another one", async () => {
  const { agent, share } = createShares();
  const first = share();
  const second = share();
  await agent.started();
  first.stopWaiting();
  first.stopWaiting();
  expect(agent.signal?.aborted).toBe(false);
  second.stopWaiting();
  expect(agent.signal?.aborted).toBe(true);
  expect(await second.suggestions).toEqual([]);
});

test("a request that was abandoned is not joined again", async () => {
  const { agent, share } = createShares();
  const first = share();
  await agent.started();
  first.stopWaiting();
  await first.suggestions;
  const second = share();
  await agent.started();
  expect(agent.inputs).toHaveLength(2);
  second.stopWaiting();
});

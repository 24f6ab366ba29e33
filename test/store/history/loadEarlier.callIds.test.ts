import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { pagedHistory } from "../../support/pagedHistory.ts";
import { answersOf, callIdsOf, TWO_ROUNDS } from "../../support/reusedCallIds.ts";
import { agentWith, expectSameWhenRead, messageIds } from "./historyAgent.ts";

/** Loads the conversation in pages, and expects that nothing of it is lost. */
async function loadInPages(size: number) {
  const { agent, runner } = agentWith(pagedHistory(TWO_ROUNDS, size));
  const thread = createThread({ agent, threadId: "t1" });
  while (await thread.loadEarlier()) {
    const callIds = callIdsOf(thread.getSnapshot().messages);
    expect(new Set(callIds).size).toBe(callIds.length);
  }
  expect(messageIds(thread)).toEqual(TWO_ROUNDS.map(({ id }) => id));
  return { thread, runner };
}

describe("a page whose calls have the ids of others", () => {
  test.each([1, 2, 3, 4, 5])(
    "shows and sends each with its result: %d messages per page",
    async (size) => {
      const { thread, runner } = await loadInPages(size);
      expect(answersOf(thread.getSnapshot().messages)).toEqual([
        ['{"a":1}', "A1"],
        ['{"a":2}', "A2"],
      ]);
      await thread.send("Go on");
      expect(runner.inputs[0]?.messages.slice(0, -1)).toEqual(TWO_ROUNDS);
      await expectSameWhenRead(thread);
    },
  );

  test("leaves the ids and references of the shown messages", async () => {
    const { agent } = agentWith(pagedHistory(TWO_ROUNDS, 2));
    const thread = createThread({ agent, threadId: "t1" });
    await thread.loadEarlier();
    const shown = thread.getSnapshot();
    await thread.loadEarlier();
    const { messages, toolCalls } = thread.getSnapshot();
    expect(messages.slice(-2).every((one, i) => one === shown.messages[i])).toBe(true);
    expect(toolCalls["f:0"]).toBe(shown.toolCalls["f:0"]);
  });
});

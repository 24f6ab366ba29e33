import { describe, expect, test } from "vitest";
import {
  createThread,
  type HistoryPage,
  type HistoryRequest,
  type Message,
} from "../../../src/core.ts";
import { agentWith, expectSameWhenRead } from "./historyAgent.ts";

/** Three turns of a server that uses the id of its answer again in each turn. */
const THREE_TURNS: readonly Message[] = ["One", "Two", "Three"].flatMap((text, n): Message[] => [
  { id: `u${n}`, role: "user", content: `Say ${text}` },
  { id: "0", role: "assistant", content: text },
]);

/** Returns a history with the position as the cursor, whose pages may overlap. */
const historyOf = (size: number, overlap: number) => ({
  async history({ cursor }: HistoryRequest): Promise<HistoryPage> {
    const end = cursor === undefined ? THREE_TURNS.length : Number(cursor);
    const start = Math.max(0, end - size);
    const messages = THREE_TURNS.slice(start, Math.min(THREE_TURNS.length, end + overlap));
    return { messages: structuredClone(messages), ...(start > 0 && { olderCursor: `${start}` }) };
  },
});

describe("pages whose answers have one id", () => {
  test.each([
    [1, 0],
    [2, 0],
    [3, 0],
    [6, 0],
    [2, 1],
    [2, 2],
    [3, 1],
    [3, 3],
  ])("lose nothing and double nothing: %d messages, %d of them again", async (size, overlap) => {
    const { agent, runner } = agentWith(historyOf(size, overlap));
    const thread = createThread({ agent, threadId: "t1" });
    while (await thread.loadEarlier());
    const { messages } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(
      THREE_TURNS.map(({ content }) => content),
    );
    expect(new Set(messages.map(({ id }) => id)).size).toBe(THREE_TURNS.length);
    await thread.send("Go on");
    expect(runner.inputs[0]?.messages.slice(0, -1)).toEqual(THREE_TURNS);
    await expectSameWhenRead(thread);
  });
});

import { expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../../src/core.ts";
import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { eventually } from "../../../support/eventually.ts";
import { runEvents } from "../../../support/runEvents.ts";
import { cuttableAgent } from "../cuttableAgent.ts";

const chunk = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "m",
  delta,
});
const question = { id: "u1", role: "user" as const, content: "Hi" };
const events = runEvents(
  "r1",
  chunk("Hel"),
  { type: "STATE_SNAPSHOT", snapshot: { step: 1 } },
  { type: "MESSAGES_SNAPSHOT", messages: [question] },
  chunk("lo"),
);

const contentsOf = ({ getSnapshot }: ReturnType<typeof createThread>) =>
  getSnapshot().messages.map(({ content }) => content);

test.each(["after the cursor", "from the start"] as const)(
  "a connection %s continues a text in chunks that the next snapshot lacks",
  async (manner) => {
    const agent = cuttableAgent(events, { cuts: [{ at: 3, how: "broken" }], manner });
    const thread = createThread({
      agent,
      initialMessages: [question],
      reconnect: { firstMs: 0 },
    });
    await thread.run();
    expect(agent.connects).toHaveLength(1);
    expect(contentsOf(thread)).toEqual(["Hi", "Hello"]);
  },
);

test("a reload continues a text in chunks that the next snapshot lacks", async () => {
  let isReached = false;
  const cursors: (string | undefined)[] = [];
  const agent: Agent = {
    async *run(_, { onCursor }) {
      yield events.slice(0, 3);
      onCursor?.("3");
      isReached = true;
      await new Promise(() => {});
    },
    async *connect(_, { cursor }) {
      cursors.push(cursor);
      yield* events.slice(Number(cursor));
    },
  };
  const options = { agent, threadId: "t1", storage: memoryStorage() };
  const left = createThread({ ...options, initialMessages: [question] });
  left.run().catch(() => {});
  await vi.waitUntil(() => isReached && left.isStored(), { interval: 1 });
  left.dispose();
  const thread = createThread(options);
  await eventually(() => cursors).toEqual(["3"]);
  await eventually(() => thread.getSnapshot().run.outcome).toBe("success");
  expect(contentsOf(thread)).toEqual(["Hi", "Hello"]);
});

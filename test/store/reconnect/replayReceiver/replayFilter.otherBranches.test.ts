import { expect, test } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../../src/core.ts";

/** Creates a server that records all runs, also those of other clients, and replays them on connect. */
function createRecordingServer() {
  const recordedRuns: EventInput[][] = [];
  const record = (ids: { threadId: string; runId: string }) => {
    const messageId = `a${recordedRuns.length + 1}`;
    const events: EventInput[] = [
      { type: "RUN_STARTED", ...ids },
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: messageId },
      { type: "TEXT_MESSAGE_END", messageId },
      { type: "RUN_FINISHED", ...ids },
    ];
    recordedRuns.push(events);
    return structuredClone(events);
  };
  const agent: Agent = {
    async *run({ threadId, runId }) {
      yield record({ threadId, runId });
    },
    async *connect() {
      for (const events of recordedRuns) yield structuredClone(events);
    },
  };
  return { agent, record };
}

test.each([1, 2])("%i runs of another client stay on the branch that received them", async (n) => {
  const { agent, record } = createRecordingServer();
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("one");
  for (let i = 0; i < n; i++) record({ threadId: "t1", runId: `elsewhere ${i}` });
  await thread.connect();
  expect(thread.getSnapshot().messages).toHaveLength(2 + n);
  await thread.regenerate(thread.getSnapshot().messages[0]?.id);
  const before = thread.getSnapshot();
  expect(before.messages).toHaveLength(2);
  await thread.connect();
  expect(thread.getSnapshot()).toBe(before);
});

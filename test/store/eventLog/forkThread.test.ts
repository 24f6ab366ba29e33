import { expect, test } from "vitest";
import { type Agent, createAgentClient, forkThread } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { shownContents } from "../../support/threadViews.ts";

const createCountingAgent = () =>
  scriptedAgent(
    ...[1, 2, 3].map((n) => [
      runStarted(),
      { type: "STATE_SNAPSHOT" as const, snapshot: { n } },
      { type: "TEXT_MESSAGE_CHUNK" as const, messageId: `a${n}`, delta: `A${n}` },
      runFinished(),
    ]),
    textRun("More"),
  );

test("a fork has the messages and state up to a message and is independent of its source", async () => {
  const agent = createCountingAgent();
  const client = createAgentClient({ agent });
  const thread = client.thread<{ n?: number }>();
  await thread.send("Q1");
  await thread.send("Q2");
  const fork = await forkThread(client, thread, { messageId: "a1" });
  expect(fork.threadId).not.toBe(thread.threadId);
  expect(shownContents(fork)).toEqual(["Q1", "A1"]);
  expect(fork.getSnapshot().visibleState).toEqual({ n: 1 });
  await fork.send("Q2b");
  expect(agent.inputs[2]).toMatchObject({ threadId: fork.threadId, state: { n: 1 } });
  expect(shownContents(fork)).toEqual(["Q1", "A1", "Q2b", "A3"]);
  expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A2"]);
  expect(client.thread({ threadId: fork.threadId })).toBe(fork);
});

test("a fork without a message id has the whole conversation but no open interrupts", async () => {
  const interrupts = [{ id: "i1", reason: "confirm" }];
  const agent = scriptedAgent([
    runStarted(),
    runFinished({ outcome: { type: "interrupt", interrupts } }),
  ]);
  const client = createAgentClient({ agent });
  const thread = client.thread();
  await thread.send("Do it");
  const fork = await forkThread(client, thread, { threadId: "fork" });
  expect(fork.threadId).toBe("fork");
  expect(shownContents(fork)).toEqual(["Do it"]);
  expect(fork.getSnapshot().interrupts).toEqual([]);
  expect(fork.getSnapshot().run.status).toBe("idle");
  expect(thread.getSnapshot().interrupts).toHaveLength(1);
});

test("a fork at a tool call includes its result, and an unknown message id is rejected", async () => {
  const agent = scriptedAgent(
    [
      runStarted(),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", parentMessageId: "m1" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      runFinished(),
    ],
    textRun("Seen"),
  );
  const client = createAgentClient({ agent });
  const thread = client.thread();
  thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
  await thread.send("Look");
  const fork = await forkThread(client, thread, { messageId: "m1" });
  expect(shownContents(fork)).toEqual(["Look", undefined, "a bird"]);
  expect(fork.getSnapshot().toolCalls.c1?.status).toBe("complete");
  await expect(forkThread(client, thread, { messageId: "no" })).rejects.toMatchObject({
    code: "invalid-argument",
  });
});

test("a fork starts without usage", async () => {
  const usage = [{ model: "m", inputTokens: 3 }];
  const client = createAgentClient({
    agent: scriptedAgent([runStarted(), runFinished({ usage })]),
  });
  const thread = client.thread();
  await thread.send("Q");
  expect(Object.values(thread.getSnapshot().usages)).toEqual([usage]);
  expect((await forkThread(client, thread)).getSnapshot().usages).toEqual({});
});

test("a fork made during a run has the received text and no run to resume", async () => {
  const { run, started, emit, finish } = manualAgent();
  const connects: unknown[] = [];
  const agent: Agent = {
    run,
    async *connect(input) {
      connects.push(input.runId);
      yield [];
    },
  };
  const client = createAgentClient({ agent });
  const thread = client.thread();
  const ended = thread.send("Q");
  const { threadId, runId } = await started();
  await emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a", delta: "Half an" },
  );
  const fork = await forkThread(client, thread);
  expect(shownContents(fork)).toEqual(["Q", "Half an"]);
  expect(fork.getSnapshot().run).toEqual({
    status: "idle",
    pendingToolCallIds: [],
    unfinishedIds: [],
  });
  expect(thread.getSnapshot().run.status).toBe("streaming");
  await fork.connect();
  expect(connects).not.toContain("");
  expect(shownContents(fork)).toEqual(["Q", "Half an"]);
  await emit({ type: "RUN_FINISHED", threadId, runId });
  await finish();
  await ended;
});

import { expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

const call = (...names: readonly string[]) => [
  runStarted(),
  ...names.flatMap((name) => [
    { type: "TOOL_CALL_START" as const, toolCallId: `c-${name}`, toolCallName: name },
    { type: "TOOL_CALL_END" as const, toolCallId: `c-${name}` },
  ]),
  runFinished(),
];

const contents = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

test("going to a run whose call waits for the person shows it as it waited", async () => {
  const agent = scriptedAgent(call("ask", "look"), textRun("Fine"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask", description: "" });
  thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
  await thread.send("One");
  const first = thread.getSnapshot();
  expect(first.run.status).toBe("waiting");
  await thread.send("Two");
  await thread.goToRun(first.run.runId ?? "");
  expect(thread.getSnapshot().messages).toEqual(first.messages);
  expect(thread.getSnapshot().run).toEqual(first.run);
  expect(thread.getSnapshot().toolCalls).toEqual(first.toolCalls);
});

test("going to a run shows what the page has answered by itself, and not what came of it", async () => {
  const agent = scriptedAgent(call("look"), textRun("A bird, then"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
  await thread.send("One");
  await expect.poll(() => contents(thread)).toContain("A bird, then");
  await thread.goToRun(agent.inputs[0]?.runId ?? "");
  expect(contents(thread)).toEqual(["One", undefined, "a bird"]);
});

/** A thread whose first run has told half of its answer. */
async function inMidRun() {
  const agent = manualAgent();
  const thread = createThread({ agent });
  thread.send("One").catch(() => {});
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta: "Half an" },
  );
  return { thread, runId };
}

test("going to a run in which the thread was read anew shows that run, and not the next", async () => {
  const { thread, runId } = await inMidRun();
  const text = await serializeThread(thread);
  thread.dispose();
  const again = createThread({ agent: scriptedAgent(textRun("Fine")), ...parseThread(text) });
  await again.send("Two");
  expect(contents(again)).toEqual(["One", "Half an", "Two", "Fine"]);
  await again.goToRun(runId);
  expect(contents(again)).toEqual(["One", "Half an"]);
  expect(again.getSnapshot().run.status).toBe("idle");
});

test("going to a run that was given up shows all of it when a retry has taken it up again", async () => {
  const ids = { threadId: "t1", runId: "r1" };
  const said: EventInput[] = [
    { type: "RUN_STARTED", ...ids },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta: "Half an" },
  ];
  const rest: EventInput[] = [
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta: " answer." },
    { type: "RUN_FINISHED", ...ids },
  ];
  let isBack = false;
  const agent: Agent = {
    async *run({ runId }) {
      if (isBack)
        yield [
          { ...ids, type: "RUN_STARTED", runId },
          { ...ids, type: "RUN_FINISHED", runId },
        ];
      else yield said;
    },
    async *connect() {
      if (isBack) yield [...said, ...rest];
    },
  };
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 2 } });
  expect(await thread.send("One")).toMatchObject({ outcome: "error" });
  isBack = true;
  await thread.retry();
  expect(contents(thread)).toEqual(["One", "Half an answer."]);
  await thread.send("Two");
  await thread.goToRun("r1");
  expect(contents(thread)).toEqual(["One", "Half an answer."]);
  expect(thread.getSnapshot().run).toMatchObject({ runId: "r1", outcome: "success" });
});

test("going to a run that was cut off shows all of it when it was taken up again", async () => {
  const { thread, runId } = await inMidRun();
  const text = await serializeThread(thread);
  thread.dispose();
  const { run } = scriptedAgent(textRun("Fine"));
  const again = createThread({
    agent: {
      run,
      async *connect({ threadId }) {
        yield [
          { type: "RUN_STARTED" as const, threadId, runId },
          { type: "TEXT_MESSAGE_CHUNK" as const, messageId: "a1", delta: "Half an answer." },
          { type: "RUN_FINISHED" as const, threadId, runId },
        ];
      },
    },
    ...parseThread(text),
  });
  await again.connect();
  expect(contents(again)).toEqual(["One", "Half an answer."]);
  await again.send("Two");
  await again.goToRun(runId);
  expect(contents(again)).toEqual(["One", "Half an answer."]);
});

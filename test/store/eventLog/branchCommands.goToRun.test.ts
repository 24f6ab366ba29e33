import { expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
} from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { shownContents } from "../../support/threadViews.ts";

const call = (...names: readonly string[]) => [
  runStarted(),
  ...names.flatMap((name) => [
    { type: "TOOL_CALL_START" as const, toolCallId: `c-${name}`, toolCallName: name },
    { type: "TOOL_CALL_END" as const, toolCallId: `c-${name}` },
  ]),
  runFinished(),
];

test("goToRun() shows a run whose call waits for the user as waiting", async () => {
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

test("goToRun() shows the result of a client tool but not the run that followed", async () => {
  const agent = scriptedAgent(call("look"), textRun("A bird, then"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
  await thread.send("One");
  await expect.poll(() => shownContents(thread)).toContain("A bird, then");
  await thread.goToRun(agent.inputs[0]?.runId ?? "");
  expect(shownContents(thread)).toEqual(["One", undefined, "a bird"]);
});

/** Creates a thread whose first run has streamed half of its answer. */
async function startHalfRun() {
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

test("goToRun() shows only the run during which the thread was serialized", async () => {
  const { thread, runId } = await startHalfRun();
  const text = await serializeThread(thread);
  thread.dispose();
  const again = createThread({ agent: scriptedAgent(textRun("Fine")), ...parseThread(text) });
  await again.send("Two");
  expect(shownContents(again)).toEqual(["One", "Half an", "Two", "Fine"]);
  await again.goToRun(runId);
  expect(shownContents(again)).toEqual(["One", "Half an"]);
  expect(again.getSnapshot().run.status).toBe("idle");
});

test("goToRun() shows a lost run completely after retry() resumed it", async () => {
  const ids = { threadId: "t1", runId: "r1" };
  const firstEvents: EventInput[] = [
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
      else yield firstEvents;
    },
    async *connect() {
      if (isBack) yield [...firstEvents, ...rest];
    },
  };
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 2 } });
  expect(await thread.send("One")).toMatchObject({ outcome: "error" });
  isBack = true;
  await thread.retry();
  expect(shownContents(thread)).toEqual(["One", "Half an answer."]);
  await thread.send("Two");
  await thread.goToRun("r1");
  expect(shownContents(thread)).toEqual(["One", "Half an answer."]);
  expect(thread.getSnapshot().run).toMatchObject({ runId: "r1", outcome: "success" });
});

test("goToRun() shows a cut-off run completely after connect() resumed it", async () => {
  const { thread, runId } = await startHalfRun();
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
  expect(shownContents(again)).toEqual(["One", "Half an answer."]);
  await again.send("Two");
  await again.goToRun(runId);
  expect(shownContents(again)).toEqual(["One", "Half an answer."]);
});

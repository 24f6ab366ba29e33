import { describe, expect, test } from "vitest";
import { createThread, parseThread, type Thread } from "../../../src/core.ts";
import { applyEntries } from "../../../src/store/eventLog/applyEntries.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";

/** Returns the events of a run that answers a question. */
function run(runId: string, question: string, parentRunId?: string): readonly object[] {
  const user = { id: `u-${runId}`, role: "user", content: question };
  return [
    {
      type: "RUN_STARTED",
      threadId: "t1",
      runId,
      ...(parentRunId && { parentRunId }),
      input: { threadId: "t1", runId, messages: [user], tools: [], context: [], state: {} },
    },
    { type: "TEXT_MESSAGE_CHUNK", messageId: `a-${runId}`, delta: `A ${question}` },
    { type: "RUN_FINISHED", threadId: "t1", runId },
  ];
}

const parse = (...runs: readonly (readonly object[])[]) => parseThread(JSON.stringify(runs.flat()));

describe("recorded events", () => {
  test("come back as a conversation", () => {
    const { threadId, snapshot } = parse(run("r1", "one"), run("r2", "two", "r1"));
    expect(threadId).toBe("t1");
    expect(contentsOfMessages(snapshot)).toEqual(["one", "A one", "two", "A two"]);
    expect(snapshot.branches).toEqual({});
    expect(snapshot.run).toMatchObject({ status: "idle", outcome: "success", runId: "r2" });
  });

  test("come back as branches where `parentRunId` names an earlier run", async () => {
    const parsed = parse(
      run("r1", "one"),
      run("r2", "two", "r1"),
      run("r3", "three", "r1"),
      run("r4", "four", "r3"),
    );
    const agent = scriptedAgent(textRun("Done"));
    const thread: Thread = createThread({ agent, ...parsed });
    expect(contentsOfMessages(thread.getSnapshot())).toEqual([
      "one",
      "A one",
      "three",
      "A three",
      "four",
      "A four",
    ]);
    expect(thread.getSnapshot().branches).toEqual({ "a-r1": { count: 2, index: 1 } });
    await thread.switchBranch("a-r1", 0);
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["one", "A one", "two", "A two"]);
    await thread.goToRun("r3");
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["one", "A one", "three", "A three"]);
  });

  test("leave the conversation as it is where `parentRunId` names no ended run of it", () => {
    const [started = {}, ...rest] = run("r1", "one");
    const nested = run("r2", "two", "r1");
    expect(contentsOfMessages(parse([started, ...nested, ...rest]).snapshot)).toContain("A two");
    expect(parse([started, ...nested, ...rest]).snapshot.branches).toEqual({});
    expect(parse(run("r1", "one"), run("r2", "two", "elsewhere")).snapshot.branches).toEqual({});
  });

  test("end a run that they leave in the middle", () => {
    const [started = {}, text = {}] = run("r1", "one");
    const { snapshot } = parse([started, text]);
    expect(snapshot.run).toMatchObject({ status: "idle", outcome: "cancelled" });
  });

  /** Returns a run that asks about a call, and another one that starts with the answer. */
  function answeredRuns(answer: object, ...events: readonly object[]) {
    const toolCallId = "c1";
    const interrupts = [{ id: "i1", reason: "confirm", toolCallId }];
    const input = { threadId: "t1", runId: "r2", messages: [], tools: [], context: [] };
    return [
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TOOL_CALL_CHUNK", toolCallId, toolCallName: "book", delta: "{}" },
      {
        ...{ type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
        outcome: { type: "interrupt", interrupts },
      },
      {
        ...{ type: "RUN_STARTED", threadId: "t1", runId: "r2" },
        input: { ...input, resume: [{ interruptId: "i1", ...answer }] },
      },
      ...events,
      { type: "RUN_FINISHED", threadId: "t1", runId: "r2" },
    ];
  }

  test.each<[string, object, object]>([
    ["resolved", { payload: { time: "10:00" } }, { content: '{"time":"10:00"}' }],
    ["cancelled", {}, { error: "denied" }],
  ])("have a %s answer to an interrupt as the result of its call", (status, fields, result) => {
    const { snapshot, eventLog } = parse(answeredRuns({ status, ...fields }));
    expect(snapshot.messages).toMatchObject([
      { role: "assistant" },
      { role: "tool", toolCallId: "c1", ...result },
    ]);
    expect(snapshot.issues).toEqual([]);
    expect(applyEntries(eventLog.base, eventLog.events)).toMatchObject({
      messages: snapshot.messages,
    });
  });

  test("keep the result of the server beside an answer to an interrupt", () => {
    const result = { type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c1", content: "Ok" };
    const { snapshot } = parse(answeredRuns({ status: "resolved" }, result));
    expect(snapshot.messages).toMatchObject([{ role: "assistant" }, { id: "m1", content: "Ok" }]);
  });

  test("without runs come back, too", () => {
    const messages = [{ id: "m1", role: "user", content: "Hello" }];
    const { snapshot } = parse([
      { type: "MESSAGES_SNAPSHOT", messages },
      { type: "STATE_SNAPSHOT", snapshot: { foo: 2 } },
    ]);
    expect(contentsOfMessages(snapshot)).toEqual(["Hello"]);
    expect(snapshot.state).toEqual({ foo: 2 });
  });
});

describe("the first run of a branch", () => {
  async function conversation() {
    const agent = scriptedAgent(...Array.from({ length: 6 }, () => textRun("Done")));
    const thread = createThread({ agent });
    await thread.send("one");
    await thread.send("two");
    const runIds = agent.inputs.map(({ runId }) => runId);
    const idOf = (text: string) =>
      thread.getSnapshot().messages.find(({ content }) => content === text)?.id ?? "";
    return { agent, thread, runIds, idOf };
  }

  test.each<[string, (thread: Thread, idOf: (text: string) => string) => Promise<unknown>]>([
    ["an edited message", (thread, idOf) => thread.edit(idOf("two"), "zwei")],
    ["a regenerated answer", (thread) => thread.regenerate()],
  ])("names the last run before it: %s", async (_, branch) => {
    const { agent, thread, runIds, idOf } = await conversation();
    expect(agent.inputs[1]).not.toHaveProperty("parentRunId");
    await branch(thread, idOf);
    expect(agent.inputs[2]?.parentRunId).toBe(runIds[0]);
    await thread.send("three");
    expect(agent.inputs[3]).not.toHaveProperty("parentRunId");
  });

  test("names the run that the user went to", async () => {
    const { agent, thread, runIds } = await conversation();
    await thread.goToRun(runIds[0] ?? "");
    await thread.send("other");
    expect(agent.inputs[2]?.parentRunId).toBe(runIds[0]);
  });

  test("names none where no run was before it", async () => {
    const { agent, thread, idOf } = await conversation();
    await thread.edit(idOf("one"), "eins");
    expect(agent.inputs[2]).not.toHaveProperty("parentRunId");
  });
});

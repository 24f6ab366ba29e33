import { describe, expect, test } from "vitest";
import { createThread, parseThread, serializeThread, type Thread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { idOfMessage, shownContents } from "../../support/threadViews.ts";
import { createIdCounter } from "../thread/idCounter.ts";

/** Creates an agent that answers "A1", "A2" … and counts its answers in the shared state. */
function createCountingAgent() {
  const answers = Array.from({ length: 9 }, (_, n) => [
    runStarted(),
    { type: "STATE_SNAPSHOT" as const, snapshot: { answers: n + 1 } },
    { type: "TEXT_MESSAGE_START" as const, messageId: `a${n + 1}`, role: "assistant" as const },
    { type: "TEXT_MESSAGE_CONTENT" as const, messageId: `a${n + 1}`, delta: `A${n + 1}` },
    { type: "TEXT_MESSAGE_END" as const, messageId: `a${n + 1}` },
    runFinished(),
  ]);
  return scriptedAgent(...answers);
}

const make = (agent = createCountingAgent()) => ({
  agent,
  thread: createThread({ agent, createId: createIdCounter() }),
});
const branches = (thread: Thread) => Object.values(thread.getSnapshot().branches);

describe("regenerate", () => {
  test("runs the agent again and keeps the previous answer as a branch", async () => {
    const { agent, thread } = make();
    await thread.send("Q1");
    expect(branches(thread)).toEqual([]);
    const { outcome, newMessages } = await thread.regenerate();
    expect(outcome).toBe("success");
    expect(newMessages.map(({ content }) => content)).toEqual(["A2"]);
    expect(shownContents(thread)).toEqual(["Q1", "A2"]);
    expect(thread.getSnapshot().branches).toEqual({
      [idOfMessage(thread, "Q1")]: { count: 2, index: 1 },
    });
    // The agent receives the messages of the shown branch only.
    expect(agent.inputs[1]?.messages.map(({ content }) => content)).toEqual(["Q1"]);
    expect(agent.inputs[1]?.state, "the state is reset as well").toEqual({});
  });

  test("answers an earlier message again and hides what followed", async () => {
    const { agent, thread } = make();
    await thread.send("Q1");
    await thread.send("Q2");
    await thread.regenerate(idOfMessage(thread, "A1"));
    expect(shownContents(thread)).toEqual(["Q1", "A3"]);
    expect(agent.inputs[2]?.state).toEqual({});
    await thread.switchBranch(idOfMessage(thread, "Q1"), 0);
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A2"]);
    expect(thread.getSnapshot().state).toEqual({ answers: 2 });
    await thread.send("Q3");
    expect(agent.inputs[3]?.messages.map(({ content }) => content)).toEqual([
      "Q1",
      "A1",
      "Q2",
      "A2",
      "Q3",
    ]);
  });

  test("removes a whole turn with its calls and results", async () => {
    const tool = [
      runStarted(),
      { type: "TOOL_CALL_START" as const, toolCallId: "c1", toolCallName: "look" },
      { type: "TOOL_CALL_ARGS" as const, toolCallId: "c1", delta: "{}" },
      { type: "TOOL_CALL_END" as const, toolCallId: "c1" },
      runFinished(),
    ];
    const agent = scriptedAgent(tool, textRun("Seen"), textRun("Again"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
    await thread.send("Look");
    expect(thread.getSnapshot().messages).toHaveLength(4);
    await thread.regenerate();
    expect(shownContents(thread)).toEqual(["Look", "Again"]);
    expect(thread.getSnapshot().toolCalls).toEqual({});
    await thread.switchBranch(idOfMessage(thread, "Look"), 0);
    expect(shownContents(thread)).toEqual(["Look", undefined, "a bird", "Seen"]);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("complete");
  });

  test("works on initial messages", async () => {
    const agent = createCountingAgent();
    const thread = createThread({
      agent,
      initialMessages: [
        { id: "u1", role: "user", content: "Q1" },
        { id: "b1", role: "assistant", content: "B1" },
        { id: "u2", role: "user", content: "Q2" },
        { id: "b2", role: "assistant", content: "B2" },
      ],
    });
    await thread.regenerate("b1");
    expect(shownContents(thread)).toEqual(["Q1", "A1"]);
    expect(thread.getSnapshot().branches).toEqual({ u1: { count: 2, index: 1 } });
    await thread.switchBranch("u1", 0);
    expect(shownContents(thread)).toEqual(["Q1", "B1", "Q2", "B2"]);
    expect(thread.getSnapshot().branches).toEqual({ u1: { count: 2, index: 0 } });
    await thread.switchBranch("u1", 1);
    expect(shownContents(thread)).toEqual(["Q1", "A1"]);
  });

  test("rejects an unknown message id, and any message during a run", async () => {
    const { thread } = make();
    await expect(thread.regenerate("nowhere")).rejects.toMatchObject({ code: "invalid-argument" });
    const run = thread.send("Q1");
    await expect(thread.regenerate()).rejects.toMatchObject({ code: "thread-busy" });
    await run;
  });
});

describe("edit", () => {
  test("sends another text and keeps the old one as a branch", async () => {
    const { agent, thread } = make();
    await thread.send("Q1");
    await thread.send("Q2");
    await thread.edit(idOfMessage(thread, "Q2"), "Q2, better");
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2, better", "A3"]);
    expect(agent.inputs[2]?.state).toEqual({ answers: 1 });
    const branchPoint = idOfMessage(thread, "A1");
    expect(thread.getSnapshot().branches).toEqual({ [branchPoint]: { count: 2, index: 1 } });
    await thread.switchBranch(branchPoint, 0);
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A2"]);
    expect(thread.getSnapshot().state).toEqual({ answers: 2 });
  });

  test("branches at the start as often as the first message is edited", async () => {
    const { thread } = make();
    await thread.send("Q1");
    await thread.edit(idOfMessage(thread, "Q1"), "Q1b");
    await thread.edit(idOfMessage(thread, "Q1b"), "Q1c");
    expect(shownContents(thread)).toEqual(["Q1c", "A3"]);
    expect(thread.getSnapshot().branches).toEqual({ "": { count: 3, index: 2 } });
    await thread.switchBranch("", 1);
    expect(shownContents(thread)).toEqual(["Q1b", "A2"]);
    await thread.switchBranch("", 0);
    expect(shownContents(thread)).toEqual(["Q1", "A1"]);
    expect(thread.getSnapshot().branches).toEqual({ "": { count: 3, index: 0 } });
  });

  test("nests branches and restores the inner branch that was shown last", async () => {
    const { thread } = make();
    await thread.send("Q1");
    await thread.send("Q2");
    await thread.edit(idOfMessage(thread, "Q1"), "Q1b");
    await thread.send("Q2b");
    await thread.regenerate();
    expect(shownContents(thread)).toEqual(["Q1b", "A3", "Q2b", "A5"]);
    await thread.switchBranch("", 0);
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A2"]);
    expect(Object.keys(thread.getSnapshot().branches)).toEqual([""]);
    await thread.switchBranch("", 1);
    expect(shownContents(thread)).toEqual(["Q1b", "A3", "Q2b", "A5"]);
    await thread.switchBranch(idOfMessage(thread, "Q2b"), 0);
    expect(shownContents(thread)).toEqual(["Q1b", "A3", "Q2b", "A4"]);
    await thread.switchBranch("", 0);
    await thread.switchBranch("", 1);
    expect(shownContents(thread), "the inner branch that was shown last").toEqual([
      "Q1b",
      "A3",
      "Q2b",
      "A4",
    ]);
  });

  test("rejects a message of the agent", async () => {
    const { thread } = make();
    await thread.send("Q1");
    await expect(thread.edit("a1", "No")).rejects.toMatchObject({ code: "invalid-argument" });
    expect(shownContents(thread)).toEqual(["Q1", "A1"]);
  });
});

describe("a thread with branches", () => {
  test("is serialized with every branch", async () => {
    const { thread } = make();
    await thread.send("Q1");
    await thread.edit(idOfMessage(thread, "Q1"), "Q1b");
    const parsed = parseThread(await serializeThread(thread));
    const again = createThread({ agent: createCountingAgent(), ...parsed });
    expect(shownContents(again)).toEqual(["Q1b", "A2"]);
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    await again.switchBranch("", 0);
    expect(shownContents(again)).toEqual(["Q1", "A1"]);
    await again.regenerate();
    expect(shownContents(again)).toEqual(["Q1", "A1"]);
    expect(again.getSnapshot().branches[idOfMessage(again, "Q1")]).toEqual({ count: 2, index: 1 });
    expect(again.getSnapshot().branches[""]).toEqual({ count: 2, index: 0 });
  });

  test("counts usage and annotations of every branch", async () => {
    const usage = [{ inputTokens: 5, outputTokens: 7 }];
    const agent = scriptedAgent(
      [runStarted(), runFinished({ usage })],
      [runStarted(), runFinished({ usage })],
    );
    const thread = createThread({ agent });
    await thread.send("Q1");
    await thread.annotate("thumbs_up", {});
    await thread.regenerate();
    expect(Object.keys(thread.getSnapshot().usages)).toHaveLength(2);
    expect(thread.getSnapshot().annotations[""]).toHaveLength(1);
  });

  test("restores the state of a branch, with its open interrupts", async () => {
    const interruptedRun = [
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirm" }] },
      }),
    ];
    const agent = scriptedAgent(interruptedRun, textRun("Done"), textRun("Kept"), textRun("Other"));
    const thread = createThread<{ n: number }>({ agent, initialState: { n: 1 } });
    await thread.send("Do it");
    const { runId = "" } = thread.getSnapshot().run;
    thread.setState({ n: 2 });
    await thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    await expect.poll(() => shownContents(thread)).toEqual(["Do it", "Done"]);
    await thread.goToRun(runId);
    expect(thread.getSnapshot().interrupts).toHaveLength(1);
    expect(thread.getSnapshot().visibleState).toEqual({ n: 1 });
    expect(thread.getSnapshot().run.status).toBe("waiting");
    await thread.send("Never mind");
    expect(shownContents(thread)).toEqual(["Do it", "Kept", "Never mind", "Other"]);
    expect(branches(thread)).toEqual([{ count: 2, index: 1 }]);
  });
});

test("goToRun shows the end of any run on any branch and rejects an unknown run", async () => {
  const { thread } = make();
  const runs: string[] = [];
  thread.subscribe({ onRunStart: ({ runId }) => runs.push(runId) });
  await thread.send("Q1");
  await thread.send("Q2");
  await thread.edit(idOfMessage(thread, "Q1"), "Q1b");
  await thread.goToRun(runs[0] ?? "");
  expect(shownContents(thread)).toEqual(["Q1", "A1"]);
  expect(thread.getSnapshot().state).toEqual({ answers: 1 });
  await thread.goToRun(runs[2] ?? "");
  expect(shownContents(thread)).toEqual(["Q1b", "A3"]);
  await expect(thread.goToRun("nowhere")).rejects.toMatchObject({ code: "invalid-argument" });
});

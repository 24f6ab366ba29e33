import { describe, expect, test } from "vitest";
import { createThread, type Snapshot, type Thread } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import { throughJson } from "../../../reducer/reduce.ts";
import { call, callRun, resultsIn, untilIdle } from "../calls.ts";
import { createHumanToolThread, twoCalls } from "./humanToolThread.ts";

const stopped = async (thread: Thread, run: Promise<unknown>) => {
  thread.stop();
  await run;
};

/** Events that end a run before its input was sent. */
const ways: readonly [string, (thread: Thread) => Promise<unknown>][] = [
  ["a message is stopped", (thread) => stopped(thread, thread.send("Wait"))],
  ["a retry is stopped", (thread) => stopped(thread, thread.retry())],
  [
    "the conversation is set anew",
    async (thread) => thread.setMessages((messages) => messages.map((one) => ({ ...one }))),
  ],
];

describe("calls keep waiting for the user when nothing was sent:", () => {
  test.each(ways)("calls keep waiting when %s", async (_, interfere) => {
    const { agent, thread } = createHumanToolThread(...twoCalls);
    await thread.send("Hi");
    await interfere(thread);
    expect(thread.getSnapshot()).toMatchObject({
      run: { status: "waiting", pendingToolCallIds: ["a", "b"] },
      toolCalls: { a: { status: "waiting" }, b: { status: "waiting" } },
    });
    await thread.answerToolCall("a", { value: "first" });
    expect(agent.inputs).toHaveLength(1);
    const idle = untilIdle(thread);
    await thread.answerToolCall("b", { value: "second" });
    await idle;
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: "first" },
      b: { content: "second" },
    });
  });

  test("a snapshot is stored at that moment", async () => {
    const { thread } = createHumanToolThread(...twoCalls);
    await thread.send("Hi");
    const stored: Snapshot[] = [];
    const stop = thread.store.subscribe((snapshot) => {
      if (snapshot.run.status === "submitted") stored.push(throughJson(snapshot));
    });
    const ended = thread.send("Wait");
    stop();
    await stopped(thread, ended);
    const agent = scriptedAgent(textRun("Thanks"));
    const second = createThread({ agent, snapshot: stored[0] as Snapshot });
    expect(second.getSnapshot().run).toMatchObject({
      status: "waiting",
      pendingToolCallIds: ["a", "b"],
    });
  });

  test("the answers passed with the run are invalid", async () => {
    const agent = scriptedAgent(callRun(...twoCalls), textRun("Thanks"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "ask" });
    await thread.send("Hi");
    const late = [{ interruptId: "gone", status: "resolved", payload: 1 }] as const;
    await stopped(thread, thread.run({ resume: late }));
    expect(thread.getSnapshot().run.pendingToolCallIds).toEqual(["a", "b"]);
  });
});

test("keeps the stop reason when the continuing run is stopped", async () => {
  const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
  const thread = createThread({ agent, maxAutomaticRuns: 0 });
  thread.registerTool({ name: "look", handler: () => "seen" });
  await thread.send("Hi");
  await stopped(thread, thread.run());
  expect(agent.inputs).toHaveLength(1);
  expect(thread.getSnapshot().run).toMatchObject({
    status: "idle",
    stopReason: "max-automatic-runs",
  });
});

test("sends an answer given together with a message once, with the message", async () => {
  const { agent, thread } = createHumanToolThread(call("ask"));
  await thread.send("Hi");
  const answered = thread.answerToolCall("c1", { value: "yes" });
  await Promise.all([answered, thread.send("And another thing")]);
  expect(agent.inputs).toHaveLength(2);
  expect(resultsIn(agent.inputs[1]).c1).toBeDefined();
});

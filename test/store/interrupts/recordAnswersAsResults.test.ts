import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { assistantText } from "../../support/runEvents.ts";
import { call, callEvents, faultsIn, resultsIn, untilIdle } from "../tools/calls.ts";
import { approve, cancel, interruptRun } from "./interruptThread.ts";

/** Returns a thread whose agent asks about a call, and continues without a result for the call. */
async function askedAboutCall() {
  const agent = scriptedAgent(
    interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")], "m1")),
    textRun("Settled."),
    textRun("Hello!"),
  );
  const thread = createThread({ agent });
  await thread.send("Delete it");
  return { agent, thread };
}

describe("an answered interrupt about a call, without a result of the server", () => {
  test.each([
    ["resolved", approve("i1", { approved: true }), { content: '{"approved":true}' }, "complete"],
    ["cancelled", cancel("i1"), { error: "denied" }, "denied"],
  ])("gives the call its answer as the result: %s", async (_, answer, result, status) => {
    const { agent, thread } = await askedAboutCall();
    const idle = untilIdle(thread);
    await thread.resume([answer]);
    await idle;
    expect(thread.getSnapshot().toolCalls.a).toMatchObject({ status });
    await thread.send("And now?");
    expect(resultsIn(agent.inputs[2]).a).toMatchObject(result);
    expect(faultsIn(agent.inputs[2]?.messages ?? [])).toEqual([]);
  });

  test("leaves the call to the server's own result", async () => {
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")], "m1")),
      [
        runStarted(),
        { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "a", content: "deleted" },
        runFinished(),
      ],
    );
    const thread = createThread({ agent });
    await thread.send("Delete it");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    const results = thread.getSnapshot().messages.filter(({ role }) => role === "tool");
    expect(results).toMatchObject([{ id: "r1", content: "deleted" }]);
  });

  test("gives a call that was asked about twice its last answer", async () => {
    const askAgain = interruptRun([{ id: "i2", toolCallId: "a" }]);
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")], "m1")),
      askAgain,
      textRun("Settled."),
    );
    const thread = createThread({ agent });
    await thread.send("Delete it");
    for (const answer of [approve("i1", "first"), approve("i2", "last")]) {
      const idle = untilIdle(thread);
      await thread.resume([answer]);
      await idle;
    }
    const results = thread.getSnapshot().messages.filter(({ role }) => role === "tool");
    expect(results).toMatchObject([{ toolCallId: "a", content: "last" }]);
  });

  test.each([
    ["answered, cancelled", approve("i1", "yes"), cancel("i2"), { content: "yes" }],
    ["cancelled, answered", cancel("i1"), approve("i2", "yes"), { content: "yes" }],
    ["answered, answered", approve("i1", "first"), approve("i2", "last"), { content: "last" }],
    ["cancelled, cancelled", cancel("i1"), cancel("i2"), { error: "denied" }],
  ])(
    "gives a call of two interrupts the last one that was not left: %s",
    async (_, first, second, result) => {
      const agent = scriptedAgent(
        interruptRun(
          [{ toolCallId: "a" }, { toolCallId: "a" }],
          ...callEvents([call("delete", {}, "a")], "m1"),
        ),
        textRun("Settled."),
      );
      const thread = createThread({ agent });
      await thread.send("Delete it");
      const idle = untilIdle(thread);
      await thread.resume([first, second]);
      await idle;
      expect(resultsIn(thread.getSnapshot()).a).toMatchObject(result);
    },
  );

  test("gives a call its last answer when an earlier question about it was approved", async () => {
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")], "m1")),
      interruptRun([{ id: "i2", toolCallId: "a" }], ...assistantText("Really?", "m2")),
      textRun("Settled."),
    );
    const thread = createThread({ agent });
    await thread.send("Delete it");
    for (const answer of [approve("i1"), cancel("i2")]) {
      const idle = untilIdle(thread);
      await thread.resume([answer]);
      await idle;
    }
    expect(resultsIn(thread.getSnapshot()).a).toMatchObject({ error: "denied" });
  });

  test("replaces the stand-in of a call that the agent asks about again", async () => {
    const ask = (id: string) => interruptRun([{ id, toolCallId: "a" }]);
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")], "m1")),
      ask("i2"),
      textRun("Settled."),
      textRun("Hello!"),
    );
    const thread = createThread({ agent });
    await thread.send("Delete it");
    await thread.send("Never mind");
    expect(thread.getSnapshot().toolCalls.a).toMatchObject({ status: "failed" });
    const idle = untilIdle(thread);
    await thread.resume([approve("i2", { approved: true })]);
    await idle;
    await thread.send("And now?");
    expect(resultsIn(agent.inputs[3]).a).toMatchObject({ content: '{"approved":true}' });
    expect(thread.getSnapshot().toolCalls.a).toMatchObject({ status: "complete" });
    expect(faultsIn(agent.inputs[3]?.messages ?? [])).toEqual([]);
  });

  test("replaces the answer with a later result of the server, under the server's id", async () => {
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")], "m1")),
      [runStarted(), { type: "STATE_SNAPSHOT", snapshot: { step: 1 } }, runFinished()],
      [
        runStarted(),
        { type: "STATE_SNAPSHOT", snapshot: { step: 2 } },
        { type: "TOOL_CALL_RESULT", messageId: "srv", toolCallId: "a", content: "half" },
        { type: "TOOL_CALL_RESULT", messageId: "srv-2", toolCallId: "a", content: "deleted" },
        runFinished(),
      ],
      textRun("Hello!"),
    );
    const thread = createThread({ agent });
    await thread.send("Delete it");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(resultsIn(thread.getSnapshot()).a).toMatchObject({ content: "true" });
    await thread.run();
    const { messages, toolCalls, writtenStates } = thread.getSnapshot();
    expect(messages.filter(({ role }) => role === "tool")).toEqual([
      { id: "srv", role: "tool", toolCallId: "a", content: "deleted" },
    ]);
    expect(toolCalls.a).toMatchObject({ status: "complete", resultMessageId: "srv" });
    const ids = messages.map(({ id }) => id);
    for (const { afterMessageId } of writtenStates) expect(ids).toContain(afterMessageId);
    await thread.send("And now?");
    expect(resultsIn(agent.inputs[3]).a).toMatchObject({ id: "srv", content: "deleted" });
  });
});

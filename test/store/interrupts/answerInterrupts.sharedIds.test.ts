import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { subagentOf } from "../../../src/selectors/interruptPlacement.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { untilIdle } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, interruptRun } from "./interruptThread.ts";

describe("two interrupts that the server gives one id", () => {
  const questions = [
    { id: "i1", message: "Read the file?" },
    { id: "i1", message: "Delete the file?" },
  ];

  test("are answered separately, under the id of the server", async () => {
    const { agent, thread } = await createInterruptedThread(questions);
    const { interrupts, issues } = thread.getSnapshot();
    expect(interrupts.map(({ message }) => message)).toEqual([
      "Read the file?",
      "Delete the file?",
    ]);
    const [first = "", second = ""] = interrupts.map(({ id }) => id);
    expect(issues).toMatchObject([{ code: "id-collision", subject: "i1" }]);
    expect(await thread.resume([approve(first)])).toEqual([]);
    expect(thread.getSnapshot().interrupts.map(({ answer }) => answer)).toEqual([
      approve(first),
      undefined,
    ]);
    expect(agent.inputs).toHaveLength(1);
    const idle = untilIdle(thread);
    expect(await thread.resume([cancel(second)])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1"), cancel("i1")]);
  });

  test("are answered together, in the order of the server", async () => {
    const { agent, thread } = await createInterruptedThread([...questions, { id: "i1-2" }]);
    const ids = thread.getSnapshot().interrupts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    const idle = untilIdle(thread);
    const answers = ids.map((id, i) => approve(id, i)).reverse();
    expect(await thread.resume(answers)).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([
      approve("i1", 0),
      approve("i1", 1),
      approve("i1-2", 2),
    ]);
  });

  test("are cancelled before a message that leaves them", async () => {
    const { agent, thread } = await createInterruptedThread(questions, {
      after: [textRun("Left."), textRun("Hello!")],
    });
    await thread.send("Never mind");
    expect(agent.inputs.slice(1).map(({ resume }) => resume)).toEqual([
      [cancel("i1"), cancel("i1")],
      undefined,
    ]);
  });

  test("are cancelled under the id of the server after their branch is left", async () => {
    const agent = scriptedAgent(
      textRun("Hello!"),
      interruptRun(questions),
      textRun("Left."),
      textRun("Nice."),
    );
    const thread = createThread({ agent });
    await thread.send("Hi", { runId: "r1" });
    await thread.send("Delete it");
    await thread.goToRun("r1");
    await thread.send("Something else");
    expect(agent.inputs.slice(2).map(({ resume }) => resume)).toEqual([
      [cancel("i1"), cancel("i1")],
      undefined,
    ]);
  });

  test("are named by the sub-agent that they suspend", async () => {
    const agent = scriptedAgent([
      runStarted(),
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Writer" },
      {
        type: "SUBAGENT_FINISHED",
        subagentRunId: "s1",
        outcome: { type: "suspended", interruptIds: ["i1"] },
      },
      runFinished({
        outcome: {
          type: "interrupt",
          interrupts: questions.map((question) => ({ reason: "confirmation", ...question })),
        },
      }),
    ]);
    const thread = createThread({ agent });
    await thread.send("Hi");
    const snapshot = thread.getSnapshot();
    expect(snapshot.interrupts.map((interrupt) => subagentOf(snapshot, interrupt))).toEqual([
      "s1",
      "s1",
    ]);
  });
});

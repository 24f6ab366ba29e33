import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runError, runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { untilIdle } from "../tools/calls.ts";
import {
  approve,
  cancel,
  createInterruptedThread,
  interruptRun,
  interrupts,
} from "./interruptThread.ts";

describe("answered interrupts", () => {
  test("stay visible with their answers after the message they followed", async () => {
    const { thread } = await createInterruptedThread([{ message: "Sure?" }, { message: "Which?" }]);
    const { messages } = thread.getSnapshot();
    await thread.resume([approve("i2", "this")]);
    const idle = untilIdle(thread);
    await thread.resume([cancel("i1")]);
    await idle;
    const afterMessageId = messages.at(-1)?.id;
    expect(thread.store.getState().answeredInterrupts).toEqual([
      { id: "i1", reason: "confirmation", message: "Sure?", answer: cancel("i1"), afterMessageId },
      {
        id: "i2",
        reason: "confirmation",
        message: "Which?",
        answer: approve("i2", "this"),
        afterMessageId,
      },
    ]);
  });

  test("accumulate over the turns, also with the same id", async () => {
    const agent = scriptedAgent(
      interruptRun([{}]),
      textRun("One"),
      interruptRun([{}]),
      textRun("Two"),
    );
    const thread = createThread({ agent });
    for (const payload of [1, 2]) {
      await thread.send(`Question ${payload}`);
      const idle = untilIdle(thread);
      await thread.resume([approve("i1", payload)]);
      await idle;
    }
    const { answeredInterrupts, messages } = thread.getSnapshot();
    expect(answeredInterrupts.map(({ answer }) => answer.payload as unknown)).toEqual([1, 2]);
    const contents = answeredInterrupts.map(
      ({ afterMessageId }) => messages.find(({ id }) => id === afterMessageId)?.content,
    );
    expect(contents).toEqual(["Question 1", "Question 2"]);
  });

  test("come before the message that cancelled them", async () => {
    const { thread } = await createInterruptedThread([{}]);
    await thread.send("Never mind");
    const { answeredInterrupts, messages } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["Hi", "Done", "Never mind", "Done"]);
    expect(answeredInterrupts).toMatchObject([
      { answer: cancel("i1"), afterMessageId: messages[0]?.id },
    ]);
  });

  test("keep their position when a later message answers others", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "A" },
        interrupts({}, {}),
      ],
      [runStarted(), { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "cut" }],
      textRun("Done"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    await thread.resume([approve("i1")]);
    // The message that cancels the other interrupt is answered by a stream that breaks off.
    await thread.send("Never mind");
    await thread.retry();
    const places = thread.getSnapshot().answeredInterrupts.map((one) => one.afterMessageId);
    expect(places).toEqual(["m1", "m1"]);
  });

  test("are not history before the agent has accepted them", async () => {
    const { thread } = await createInterruptedThread([{}], {
      after: [[runStarted(), runError("overloaded")]],
    });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(thread.getSnapshot().answeredInterrupts).toEqual([]);
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1", answer: approve("i1") }]);
  });

  test("are removed with the conversation", async () => {
    const { thread } = await createInterruptedThread([{}]);
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    thread.setMessages([]);
    expect(thread.getSnapshot().answeredInterrupts).toEqual([]);
  });
});

describe("a stored snapshot", () => {
  test("keeps waiting, with the given answers", async () => {
    const first = await createInterruptedThread([{}, {}]);
    await first.thread.resume([approve("i2", "stored")]);
    const agent = scriptedAgent(textRun("Done"));
    const thread = createThread({ agent, snapshot: throughJson(first.thread.getSnapshot()) });
    expect(thread.getSnapshot().run.status).toBe("waiting");
    expect(thread.getSnapshot().interrupts).toMatchObject([
      { id: "i1" },
      { id: "i2", answer: approve("i2", "stored") },
    ]);
    expect(agent.inputs).toHaveLength(0);
    const idle = untilIdle(thread);
    await thread.resume([approve("i1", "new")]);
    await idle;
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.resume).toEqual([approve("i1", "new"), approve("i2", "stored")]);
  });

  test("keeps the history of answers", async () => {
    const first = await createInterruptedThread([{}]);
    const idle = untilIdle(first.thread);
    await first.thread.resume([approve("i1")]);
    await idle;
    const agent = scriptedAgent([runStarted(), runFinished()]);
    const thread = createThread({ agent, snapshot: throughJson(first.thread.getSnapshot()) });
    await thread.send("More");
    expect(agent.inputs[0]).not.toHaveProperty("resume");
    expect(thread.getSnapshot().answeredInterrupts).toMatchObject([{ id: "i1" }]);
  });
});

import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { runError, runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";

const announce = (id: string, more: object = {}): EventInput => ({
  type: "SUBAGENT_STARTED",
  subagentRunId: id,
  name: "Worker",
  timestamp: 1_000,
  ...more,
});
const step = (type: "STEP_STARTED" | "STEP_FINISHED", stepName: string): EventInput => ({
  type,
  stepName,
  subagentRunId: "s1",
});
const suspended: EventInput = {
  type: "SUBAGENT_FINISHED",
  subagentRunId: "s1",
  outcome: { type: "suspended", interruptIds: ["i1"] },
};
const textMessage = (messageId: string, subagentRunId?: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, ...(subagentRunId !== undefined && { subagentRunId }) },
  {
    type: "TEXT_MESSAGE_CONTENT",
    messageId,
    delta: "Text",
    ...(subagentRunId !== undefined && { subagentRunId }),
  },
  { type: "TEXT_MESSAGE_END", messageId, ...(subagentRunId !== undefined && { subagentRunId }) },
];

describe("a sub-agent", () => {
  test("keeps its fields, start and steps when it resumes after a suspension", async () => {
    const thread = createThread({
      agent: scriptedAgent(
        [
          runStarted(),
          ...textMessage("m1"),
          announce("s1", { description: "Books rooms", parentMessageId: "m1" }),
          step("STEP_STARTED", "Collect"),
          step("STEP_FINISHED", "Collect"),
          step("STEP_STARTED", "Compare"),
          suspended,
          runFinished(),
        ],
        [
          runStarted(),
          announce("s1", { timestamp: 9_000 }),
          step("STEP_STARTED", "Book"),
          step("STEP_FINISHED", "Book"),
          { type: "SUBAGENT_FINISHED", subagentRunId: "s1", timestamp: 9_500 },
          runFinished(),
        ],
      ),
    });
    await thread.send("One");
    await thread.send("Two");
    expect(thread.getSnapshot().subagents.s1).toMatchObject({
      description: "Books rooms",
      parentMessageId: "m1",
      afterMessageId: "m1",
      startedAt: 1_000,
      endedAt: 9_500,
      status: "finished",
      interruptIds: ["i1"],
      steps: [
        { name: "Collect", status: "finished" },
        { name: "Compare", status: "finished" },
        { name: "Book", status: "finished" },
      ],
    });
    // The steps of the thread belong to the current run only.
    expect(thread.getSnapshot().steps).toMatchObject([{ name: "Book" }]);
  });

  test("is removed with its conversation", async () => {
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        ...textMessage("m1"),
        announce("silent"),
        announce("anchored", { parentMessageId: "m1" }),
        announce("speaking"),
        ...textMessage("m2", "speaking"),
        ...["silent", "anchored", "speaking"].map(
          (subagentRunId): EventInput => ({ type: "SUBAGENT_FINISHED", subagentRunId }),
        ),
        runFinished(),
      ]),
    });
    await thread.send("Go");
    const { messages } = thread.getSnapshot();
    thread.setMessages(messages.filter(({ id }) => id === "m1"));
    expect(Object.keys(thread.getSnapshot().subagents)).toEqual(["silent", "anchored", "speaking"]);
    thread.setMessages(messages.filter(({ id }) => id === "m2"));
    expect(Object.keys(thread.getSnapshot().subagents)).toEqual(["speaking"]);
    thread.setMessages([]);
    expect(thread.getSnapshot().subagents).toEqual({});
  });

  test("is dropped when its failed run is retried, unless it had finished", async () => {
    const thread = createThread({
      agent: scriptedAgent(
        [
          runStarted(),
          announce("done"),
          { type: "SUBAGENT_FINISHED", subagentRunId: "done" },
          announce("cut"),
          runError("overloaded"),
        ],
        [
          runStarted(),
          announce("fresh"),
          { type: "SUBAGENT_FINISHED", subagentRunId: "fresh" },
          runFinished(),
        ],
      ),
    });
    await thread.send("Go");
    expect(thread.getSnapshot().run.unfinishedIds).toEqual(["cut"]);
    await thread.retry();
    expect(Object.keys(thread.getSnapshot().subagents)).toEqual(["done", "fresh"]);
  });
});

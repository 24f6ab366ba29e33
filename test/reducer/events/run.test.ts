import { describe, expect, test } from "vitest";
import {
  assistant,
  call,
  failed,
  finished,
  interrupted,
  started,
  startedWithMessages,
  step,
  subagent,
  textMessage,
  user,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

describe("RUN_STARTED", () => {
  test("starts a run with the ids, the parent and the version the agent declares", () => {
    const { run, issues } = reduce(
      thread(),
      started("r1", { parentRunId: "r0", protocolVersion: "1.0", timestamp: 5 }),
    );
    expect(run).toEqual({
      status: "streaming",
      runId: "r1",
      parentRunId: "r0",
      protocolVersion: "1.0",
      pendingToolCallIds: [],
      unfinishedIds: [],
      startedAt: 5,
    });
    expect(issues).toEqual([]);
  });

  test("appends unknown messages of its input and replaces none", () => {
    const before = thread({ messages: [user("u1", "mine")] });
    const { messages } = reduce(before, startedWithMessages(user("u1", "theirs"), user("u2")));
    expect(messages).toEqual([user("u1", "mine"), user("u2")]);
    expect(messages[0]).toBe(before.messages[0]);
  });

  test("indexes the tool calls of its input messages", () => {
    const { toolCalls } = reduce(
      thread(),
      startedWithMessages(
        {
          id: "a1",
          role: "assistant",
          toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "" } }],
        },
        { id: "x1", role: "tool", toolCallId: "c1", content: "done" },
      ),
    );
    expect(toolCalls.c1).toEqual({ messageId: "a1", status: "complete", resultMessageId: "x1" });
  });

  test("keeps open interrupts open", () => {
    const { interrupts } = reduce(thread(), started(), interrupted("i1"), started("r2"));
    expect(interrupts.map(({ id }) => id)).toEqual(["i1"]);
  });

  test("resets the steps, the error and the outcome of the previous run", () => {
    const { run, steps, issues } = reduce(
      thread(),
      started(),
      step.start("plan"),
      failed(),
      started("r2"),
    );
    expect(run).toEqual({
      status: "streaming",
      runId: "r2",
      pendingToolCallIds: [],
      unfinishedIds: [],
    });
    expect(steps).toEqual([]);
    expect(issues).toEqual([]);
  });

  test.each([
    ["RUN_FINISHED", finished()],
    ["RUN_ERROR", failed()],
  ])("is legal again after %s", (_, end) => {
    expect(reduce(thread(), started(), end, started("r2")).issues).toEqual([]);
  });

  test("is an issue during an active run, and starts the new run", () => {
    const snapshot = reduce(thread(), started(), started("r2"));
    expect(issuesOf(snapshot)).toEqual(["run-already-started r2"]);
    expect(snapshot.run.runId).toBe("r2");
  });

  test("ends the open entities of the interrupted run", () => {
    const { toolCalls, subagents } = reduce(
      thread(),
      started(),
      call.start("c1", "search"),
      subagent.start("s1"),
      started("r2"),
      finished(),
    );
    expect(toolCalls.c1?.status).toBe("pending");
    expect(subagents.s1?.status).toBe("finished");
  });
});

describe("an event outside a run", () => {
  test.each([
    ["before RUN_STARTED", []],
    ["after RUN_FINISHED", [started(), finished()]],
    ["after RUN_ERROR", [started(), failed()]],
  ])("%s is applied and is an issue", (_, before) => {
    const snapshot = reduce(thread(), ...before, ...textMessage("m1", "late"));
    expect(snapshot.messages).toEqual([assistant("m1", "late")]);
    expect(issuesOf(snapshot)).toEqual(["outside-run", "outside-run", "outside-run"]);
    expect(snapshot.issues[0]).toMatchObject({
      severity: "violation",
      eventType: "TEXT_MESSAGE_START",
      count: 1,
    });
  });

  test("continues an existing message", () => {
    const before = thread({ messages: [assistant("m1", "Hello")] });
    expect(reduce(before, ...textMessage("m1", " again")).messages).toEqual([
      assistant("m1", "Hello again"),
    ]);
  });

  test("is counted in one issue", () => {
    const { issues } = reduce(thread(), ...textMessage("m1", "a"), ...textMessage("m2", "b"));
    expect(issues.map(({ eventType, count }) => [eventType, count])).toEqual([
      ["TEXT_MESSAGE_START", 2],
      ["TEXT_MESSAGE_CONTENT", 2],
      ["TEXT_MESSAGE_END", 2],
    ]);
  });
});

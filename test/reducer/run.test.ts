// @vitest-environment node
import { describe, expect, test } from "vitest";
import {
  assistant,
  call,
  failed,
  finished,
  interrupted,
  says,
  started,
  startedWithMessages,
  step,
  subagent,
  text,
  thought,
  user,
} from "./events.ts";
import { issuesOf, reduce, thread } from "./reduce.ts";

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

  test("appends the messages of its input that are not here yet, and replaces none", () => {
    const before = thread({ messages: [user("u1", "mine")] });
    const { messages } = reduce(before, startedWithMessages(user("u1", "theirs"), user("u2")));
    expect(messages).toEqual([user("u1", "mine"), user("u2")]);
    expect(messages[0]).toBe(before.messages[0]);
  });

  test("knows the tool calls of the messages its input brings", () => {
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

  test("leaves open interrupts open", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      interrupted("i1"),
      started("r2"),
    );
    expect(interrupts.map(({ id }) => id)).toEqual(["i1"]);
  });

  test("forgets the steps, the error and the outcome of the run before", () => {
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

  test("is an issue while a run is active, and starts the new one all the same", () => {
    const snapshot = reduce(thread(), started(), started("r2"));
    expect(issuesOf(snapshot)).toEqual(["run-already-started r2"]);
    expect(snapshot.run.runId).toBe("r2");
  });

  test("ends what the run it cuts off had open", () => {
    const { toolCalls, subagents } = reduce(
      thread(),
      started(),
      call.start("c1", "search"),
      subagent.start("s1"),
      started("r2"),
      finished(),
    );
    expect(toolCalls.c1?.status).toBe("pending");
    expect(subagents.s1?.status).not.toBe("running");
  });
});

describe("RUN_FINISHED", () => {
  test("ends the run with its result and its usage", () => {
    const usage = [{ provider: "openai", inputTokens: 3, outputTokens: 4 }];
    const { run } = reduce(
      thread(),
      started("r1", { timestamp: 5 }),
      finished(undefined, { result: { answer: 42 }, usage, timestamp: 9 }),
    );
    expect(run).toEqual({
      status: "idle",
      runId: "r1",
      outcome: "success",
      result: { answer: 42 },
      usage,
      pendingToolCallIds: [],
      unfinishedIds: [],
      startedAt: 5,
      endedAt: 9,
    });
  });

  test("keeps a result that is null", () => {
    expect(reduce(thread(), started(), finished(undefined, { result: null })).run.result).toBe(
      null,
    );
  });

  test("opens the interrupts of its outcome and waits", () => {
    const { run, interrupts } = reduce(thread(), started(), interrupted("i1", "i2"));
    expect(interrupts).toEqual([
      { id: "i1", reason: "approval" },
      { id: "i2", reason: "approval" },
    ]);
    expect(run).toMatchObject({ status: "waiting", outcome: "interrupt" });
  });

  test.each([
    ["no outcome", undefined, "success"],
    ["success", { type: "success" }, "success"],
    ["cancelled", { type: "cancelled" }, "cancelled"],
  ] as const)("with %s leaves no interrupt open", (_, outcome, expected) => {
    const { run, interrupts } = reduce(
      thread(),
      started(),
      interrupted("i1"),
      started("r2"),
      finished(outcome),
    );
    expect(interrupts).toEqual([]);
    expect(run).toMatchObject({ status: "idle", outcome: expected });
  });

  test("replaces the interrupts of the run before", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      interrupted("i1"),
      started("r2"),
      interrupted("i2"),
    );
    expect(interrupts.map(({ id }) => id)).toEqual(["i2"]);
  });

  test("names what it leaves open, and ends it", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start("m1"),
      call.start("c1", "search"),
      thought.open("r1"),
      step.start("plan"),
      subagent.start("s1"),
      finished(),
    );
    expect(snapshot.issues.length).toBeGreaterThan(0);
    expect(new Set(snapshot.issues.map(({ code }) => code))).toEqual(new Set(["left-open"]));
    expect(snapshot.issues.every(({ severity }) => severity === "violation")).toBe(true);
    expect(snapshot.run.unfinishedIds).toEqual(["m1", "c1"]);
    expect(snapshot.toolCalls.c1?.status).toBe("pending");
    expect(snapshot.steps[0]?.status).toBe("finished");
  });

  test("is no issue when all is closed", () => {
    const { issues, run } = reduce(
      thread(),
      started(),
      ...says("m1", "Hi"),
      thought.open("r1"),
      thought.start("r1"),
      thought.end("r1"),
      thought.close("r1"),
      step.start("plan"),
      step.finish("plan"),
      finished(),
    );
    expect(issues).toEqual([]);
    expect(run.unfinishedIds).toEqual([]);
  });

  test("that repeats itself without an outcome takes nothing back", () => {
    const snapshot = reduce(thread(), started(), interrupted("i1"), finished());
    expect(issuesOf(snapshot)).toEqual(["outside-run"]);
    expect(snapshot.interrupts.map(({ id }) => id)).toEqual(["i1"]);
    expect(snapshot.run).toMatchObject({ status: "waiting", outcome: "interrupt" });
  });
});

describe("RUN_ERROR", () => {
  test("ends the run in error with the agent's words, its code and its usage", () => {
    const { run, issues } = reduce(
      thread(),
      started(),
      failed("out of tokens", { code: "QUOTA", usage: [{ inputTokens: 7 }] }),
    );
    expect(run).toMatchObject({
      status: "error",
      outcome: "error",
      error: { code: "run-error", message: "out of tokens", context: { agentCode: "QUOTA" } },
      usage: [{ inputTokens: 7 }],
    });
    expect(issues).toEqual([]);
  });

  test("may be the first event", () => {
    const { run, issues } = reduce(thread(), failed());
    expect(run.error?.message).toBe("boom");
    expect(issues).toEqual([]);
  });

  test("may follow RUN_FINISHED", () => {
    const { run, issues } = reduce(thread(), started(), finished(), failed());
    expect(run.outcome).toBe("error");
    expect(issues).toEqual([]);
  });

  test("leaves open interrupts open", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      interrupted("i1"),
      started("r2"),
      failed(),
    );
    expect(interrupts.map(({ id }) => id)).toEqual(["i1"]);
  });

  test("keeps what arrived and remembers what was cut off", () => {
    const { messages, run, issues } = reduce(
      thread(),
      started(),
      ...says("m1", "whole"),
      text.start("m2"),
      text.content("m2", "hal"),
      failed(),
    );
    expect(messages).toEqual([assistant("m1", "whole"), assistant("m2", "hal")]);
    expect(run.unfinishedIds).toEqual(["m2"]);
    expect(issues).toEqual([]);
  });

  test("stays an error whatever the stream says after it", () => {
    const snapshot = reduce(thread(), started(), failed(), interrupted("i1"));
    expect(snapshot.run).toMatchObject({ outcome: "error", error: { message: "boom" } });
    expect(snapshot.interrupts).toEqual([]);
    expect(issuesOf(snapshot)).toEqual(["outside-run"]);
  });

  test("says something when the agent did not", () => {
    expect(reduce(thread(), started(), failed("")).run.error?.message).not.toBe("");
  });
});

describe("an event outside a run", () => {
  test.each([
    ["before RUN_STARTED", []],
    ["after RUN_FINISHED", [started(), finished()]],
    ["after RUN_ERROR", [started(), failed()]],
  ])("%s is applied and is an issue", (_, before) => {
    const snapshot = reduce(thread(), ...before, ...says("m1", "late"));
    expect(snapshot.messages).toEqual([assistant("m1", "late")]);
    expect(issuesOf(snapshot)).toEqual(["outside-run", "outside-run", "outside-run"]);
    expect(snapshot.issues[0]).toMatchObject({
      severity: "violation",
      eventType: "TEXT_MESSAGE_START",
      count: 1,
    });
  });

  test("is counted, not listed again", () => {
    const { issues } = reduce(thread(), ...says("m1", "a"), ...says("m2", "b"));
    expect(issues.map(({ eventType, count }) => [eventType, count])).toEqual([
      ["TEXT_MESSAGE_START", 2],
      ["TEXT_MESSAGE_CONTENT", 2],
      ["TEXT_MESSAGE_END", 2],
    ]);
  });
});

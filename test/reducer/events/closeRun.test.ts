import { describe, expect, test } from "vitest";
import {
  assistant,
  call,
  failed,
  finished,
  interrupted,
  reasoning,
  started,
  step,
  subagent,
  text,
  textMessage,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

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

  test("keeps a null result", () => {
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

  test("replaces the interrupts of the previous run", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      interrupted("i1"),
      started("r2"),
      interrupted("i2"),
    );
    expect(interrupts.map(({ id }) => id)).toEqual(["i2"]);
  });

  test("reports and ends open entities", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start("m1"),
      call.start("c1", "search"),
      reasoning.open("r1"),
      step.start("plan"),
      subagent.start("s1"),
      finished(),
    );
    expect(snapshot.issues.length).toBeGreaterThan(0);
    expect(new Set(snapshot.issues.map(({ code }) => code))).toEqual(new Set(["left-open"]));
    expect(snapshot.issues.every(({ severity }) => severity === "violation")).toBe(true);
    expect(snapshot.run.unfinishedIds).toEqual(["m1", "c1", "s1"]);
    expect(snapshot.toolCalls.c1?.status).toBe("pending");
    expect(snapshot.steps[0]?.status).toBe("finished");
  });

  test("reports open entities once when repeated", () => {
    const { issues } = reduce(
      thread(),
      started(),
      text.start("m1"),
      step.start("plan"),
      subagent.start("s1"),
      finished(),
      finished(),
    );
    expect(issues.map(({ code, count }) => [code, count])).toEqual([
      ["left-open", 1],
      ["left-open", 1],
      ["left-open", 1],
      ["outside-run", 1],
    ]);
  });

  test("is no issue when all entities are closed", () => {
    const { issues, run } = reduce(
      thread(),
      started(),
      ...textMessage("m1", "Hi"),
      reasoning.open("r1"),
      reasoning.start("r1"),
      reasoning.end("r1"),
      reasoning.close("r1"),
      step.start("plan"),
      step.finish("plan"),
      finished(),
    );
    expect(issues).toEqual([]);
    expect(run.unfinishedIds).toEqual([]);
  });

  test("keeps the outcome when repeated without an outcome", () => {
    const snapshot = reduce(thread(), started(), interrupted("i1"), finished());
    expect(issuesOf(snapshot)).toEqual(["outside-run"]);
    expect(snapshot.interrupts.map(({ id }) => id)).toEqual(["i1"]);
    expect(snapshot.run).toMatchObject({ status: "waiting", outcome: "interrupt" });
  });
});

describe("RUN_ERROR", () => {
  test("ends the run in error with the message, code and usage of the agent", () => {
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

  test("keeps open interrupts open", () => {
    const { interrupts } = reduce(thread(), started(), interrupted("i1"), started("r2"), failed());
    expect(interrupts.map(({ id }) => id)).toEqual(["i1"]);
  });

  test("keeps received content and lists the unfinished ids", () => {
    const { messages, run, issues } = reduce(
      thread(),
      started(),
      ...textMessage("m1", "whole"),
      text.start("m2"),
      text.content("m2", "hal"),
      failed(),
    );
    expect(messages).toEqual([assistant("m1", "whole"), assistant("m2", "hal")]);
    expect(run.unfinishedIds).toEqual(["m2"]);
    expect(issues).toEqual([]);
  });

  test("remains the outcome after later events", () => {
    const snapshot = reduce(thread(), started(), failed(), interrupted("i1"));
    expect(snapshot.run).toMatchObject({ outcome: "error", error: { message: "boom" } });
    expect(snapshot.interrupts).toEqual([]);
    expect(issuesOf(snapshot)).toEqual(["outside-run"]);
  });

  test("keeps the first of several errors as the cause", () => {
    const snapshot = reduce(thread(), started(), failed("boom"), failed("and more"));
    expect(snapshot.run.error?.message).toBe("boom");
    expect(issuesOf(snapshot)).toEqual(["outside-run"]);
  });

  test("has a default message when the agent sends none", () => {
    const { error } = reduce(thread(), started(), failed("")).run;
    expect(error?.message).toBe("The agent reported an error without a message.");
  });
});

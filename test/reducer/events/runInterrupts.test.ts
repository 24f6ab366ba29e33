import { describe, expect, test } from "vitest";
import { call, calls, custom, failed, finished, interrupted, started } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

describe("interrupts", () => {
  test("keep all fields that the agent sends, in the order of the agent", () => {
    const interrupts = [
      {
        id: "i2",
        reason: "tool_call",
        message: "Send the mail?",
        toolCallId: "c1",
        subagentRunId: "s1",
        responseSchema: { type: "object" },
        expiresAt: "2030-01-01T00:00:00Z",
        metadata: { risk: null },
      },
      { id: "i1", reason: "input" },
    ];
    const snapshot = reduce(thread(), started(), finished({ type: "interrupt", interrupts }));
    expect(snapshot.interrupts).toEqual(interrupts);
    expect(snapshot.run).toMatchObject({ status: "waiting", outcome: "interrupt" });
    expect(snapshot.issues).toEqual([]);
  });

  test.each([
    ["i1", "an unanswered call of the run", calls("i1", "send")],
    [undefined, "an answered call", [...calls("i1", "send"), call.result("i1", "Sent")]],
    [undefined, "a call of an earlier run", [...calls("i1", "send"), finished(), started("r2")]],
    [undefined, "no call", calls("c1", "send")],
  ])("belong to the call %s when they name none and have the id of %s", (callId, _, events) => {
    const snapshot = reduce(thread(), started(), ...events, interrupted("i1"));
    expect(snapshot.interrupts).toEqual([
      { id: "i1", reason: "approval", ...(callId && { toolCallId: callId }) },
    ]);
  });

  test("get generated ids that are unique and reproducible", () => {
    const first = reduce(thread(), started(), interrupted("", ""));
    const second = reduce(thread(), started(), interrupted("", ""));
    const ids = first.interrupts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain("");
    expect(second.interrupts).toEqual(first.interrupts);
    const other = reduce(thread(), started("r2"), interrupted(""));
    expect(ids).not.toContain(other.interrupts[0]?.id);
  });
});

describe("CUSTOM on_interrupt (LangGraph)", () => {
  const value = '{"question":"Which city?","options":["Rome"]}';

  test("opens an interrupt when the run ends", () => {
    const running = reduce(
      thread(),
      started(),
      custom("on_interrupt", value, { rawEvent: { id: "lg-1" } }),
    );
    expect(running.interrupts).toEqual([]);
    const { interrupts, run, issues } = reduce(running, finished());
    expect(interrupts).toMatchObject([
      {
        id: "lg-1",
        message: "Which city?",
        metadata: { payload: { question: "Which city?", options: ["Rome"] } },
        format: "command",
      },
    ]);
    expect(run).toMatchObject({ status: "waiting", outcome: "interrupt" });
    expect(issues).toEqual([]);
  });

  test.each([
    ["a bare string", "Which city?", "Which city?", "Which city?"],
    ["a string that is no JSON", "{Which city?", "{Which city?", "{Which city?"],
    ["an object", { message: "Which city?" }, { message: "Which city?" }, "Which city?"],
    ["a JSON string in a string", '"Which city?"', "Which city?", "Which city?"],
    ["JSON without words", "[1,2]", [1, 2], undefined],
  ])("accepts %s", (_, value, payload, message) => {
    const { interrupts } = reduce(thread(), started(), custom("on_interrupt", value), finished());
    expect(interrupts).toHaveLength(1);
    expect(interrupts[0]?.metadata?.payload).toEqual(payload);
    expect(interrupts[0]?.message).toBe(message);
    expect(interrupts[0]?.id).not.toBe("");
  });

  test("is ignored when the run's outcome is an interrupt", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      custom("on_interrupt", value, { rawEvent: { id: "lg-1" } }),
      interrupted("i1"),
    );
    expect(interrupts).toEqual([{ id: "i1", reason: "approval" }]);
  });

  test.each([
    ["was cancelled", finished({ type: "cancelled" })],
    ["failed", failed()],
  ])("opens no interrupt when the run %s", (_, end) => {
    const snapshot = reduce(thread(), started(), custom("on_interrupt", value), end);
    expect(snapshot.interrupts).toEqual([]);
    expect(reduce(snapshot, started("r2"), finished()).interrupts).toEqual([]);
  });

  test("opens several interrupts with separate ids", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      custom("on_interrupt", "first"),
      custom("on_interrupt", "second"),
      finished(),
    );
    expect(interrupts.map(({ message }) => message)).toEqual(["first", "second"]);
    expect(new Set(interrupts.map(({ id }) => id)).size).toBe(2);
  });

  test("opens one interrupt when announced twice under one id", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      custom("on_interrupt", "first", { rawEvent: { id: "lg-1" } }),
      custom("on_interrupt", "first, again", { rawEvent: { id: "lg-1" } }),
      finished(),
    );
    expect(interrupts).toMatchObject([{ id: "lg-1", message: "first, again" }]);
  });

  test("stays open when the run finishes twice", () => {
    const { interrupts } = reduce(
      thread(),
      started(),
      custom("on_interrupt", "first"),
      finished(),
      finished(),
    );
    expect(interrupts).toHaveLength(1);
  });
});

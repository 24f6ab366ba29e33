import { describe, expect, test } from "vitest";
import { canonical, summaries } from "../canonical.ts";

const finish = (fields: object) => ({
  type: "RUN_FINISHED",
  threadId: "t1",
  runId: "r1",
  ...fields,
});

const outcomeOf = async (fields: object) => {
  const { events, issues } = await canonical(finish(fields));
  expect(issues).toEqual([]);
  const [event] = events;
  return event?.type === "RUN_FINISHED" ? event.outcome : undefined;
};

describe("RUN_FINISHED in the spelling of the interrupt draft", () => {
  const interrupt = { id: "i1", reason: "human_approval", payload: { prompt: "Really?" } };
  const opened = {
    type: "interrupt",
    interrupts: [
      {
        id: "i1",
        reason: "human_approval",
        message: "Really?",
        metadata: { payload: { prompt: "Really?" } },
      },
    ],
  };

  test.each([
    ["a string as outcome", { outcome: "interrupt", interrupt }],
    ["an interrupt and no outcome", { interrupt }],
    ["an interrupt and a null outcome", { outcome: null, interrupt }],
  ])("with %s interrupts", async (_, fields) => {
    expect(await outcomeOf(fields)).toMatchObject(opened);
  });

  const really = { id: "i1", message: "Really?" };
  test.each<[string, object, string]>([
    [
      "a list beside the outcome",
      { outcome: "interrupt", interrupts: [{ id: "i1", value: "Really?" }] },
      "notice renamed-field interrupts",
    ],
    [
      "a list and no outcome",
      { interrupts: [{ id: "i1", value: { message: "Really?" } }] },
      "notice renamed-field interrupts",
    ],
    [
      "one object beside the outcome",
      { outcome: "interrupt", interrupts: really },
      "notice renamed-field interrupts",
    ],
    [
      "one object in the outcome",
      { outcome: { type: "interrupt", interrupts: really } },
      "violation repaired-field outcome.interrupts",
    ],
    [
      "an outcome of another name",
      { outcome: { type: "interrupted", interrupts: [really] } },
      "notice unknown-value outcome.type",
    ],
  ])("reads interrupts with an issue: %s", async (_, fields, issue) => {
    const { events, issues } = await canonical(finish(fields));
    expect(summaries(issues)).toContain(issue);
    expect(events).toMatchObject([{ outcome: { type: "interrupt", interrupts: [really] } }]);
    // The answer of a list has the form of the protocol, not that of the draft.
    expect(JSON.stringify(events)).not.toContain("draft");
  });

  test.each([
    ["a string", "Really?", "Really?"],
    ["an object with a message", { message: "Really?" }, "Really?"],
    ["an object without words", { amount: 3 }, undefined],
    ["nothing", undefined, undefined],
  ])("takes its message from a payload that is %s", async (_, payload, message) => {
    const outcome = await outcomeOf({ outcome: "interrupt", interrupt: { id: "i1", payload } });
    expect(outcome).toMatchObject({ interrupts: [{ id: "i1" }] });
    expect(outcome?.type === "interrupt" && outcome.interrupts[0]?.message).toBe(message);
  });

  test("needs no id, reason or interrupt", async () => {
    expect(await outcomeOf({ outcome: "interrupt", interrupt: {} })).toMatchObject({
      interrupts: [{ id: "" }],
    });
    expect(await outcomeOf({ outcome: "interrupt" })).toMatchObject({ type: "interrupt" });
  });

  test("keeps other fields of its interrupt", async () => {
    expect(await outcomeOf({ interrupt: { ...interrupt, urgency: 3 } })).toMatchObject({
      interrupts: [{ metadata: { urgency: 3 } }],
    });
  });

  test.each([["success"], ["cancelled"]])("accepts the outcome %s as a string", async (outcome) => {
    expect(await outcomeOf({ outcome })).toEqual({ type: outcome });
    expect(await outcomeOf({ outcome, interrupt: null })).toEqual({ type: outcome });
  });

  test("leaves the outcomes of 1.0 unchanged", async () => {
    const outcome = { type: "interrupt", interrupts: [{ id: "i1", reason: "r" }] };
    expect(await outcomeOf({ outcome })).toEqual(outcome);
    expect(await outcomeOf({})).toBeUndefined();
  });
});

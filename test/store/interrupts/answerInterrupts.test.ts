import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Interrupt,
  type ResumeEntry,
} from "../../../src/core.ts";
import { runFinished, runStarted, type ScriptStep, scriptedAgent } from "../../../src/testing.ts";

/** Creates a thread after a run with these steps, and returns its next input. */
async function waiting(...steps: readonly ScriptStep[]) {
  const agent = scriptedAgent([runStarted(), ...steps], [runStarted(), runFinished()]);
  const thread = createThread({ agent, now: () => Date.parse("2025-06-01T00:00:00Z") });
  await thread.send("Hello", { forwardedProps: { tenant: "acme" } });
  const answer = async (...resume: readonly ResumeEntry[]) => {
    const result = await thread.run({ resume, forwardedProps: { tenant: "acme" } });
    return { ...result, input: agent.inputs[1] };
  };
  return { thread, agent, answer };
}

const interrupts = (...list: readonly Partial<Interrupt>[]) =>
  runFinished({
    outcome: {
      type: "interrupt",
      interrupts: list.map((fields, i) => ({ id: `i${i + 1}`, reason: "approval", ...fields })),
    },
  });

const yes = (interruptId: string, payload: unknown = true): ResumeEntry => ({
  interruptId,
  status: "resolved",
  payload,
});
const no = (interruptId: string): ResumeEntry => ({ interruptId, status: "cancelled" });

describe("answers to interrupts", () => {
  test("are sent in one list, in the order of the interrupts", async () => {
    const { answer, thread } = await waiting(interrupts({}, {}));
    const { input, outcome } = await answer(yes("i2", { b: null }), yes("i1", "a"));
    expect(input?.resume).toEqual([yes("i1", "a"), yes("i2", { b: null })]);
    expect(outcome).toBe("success");
    expect(thread.getSnapshot().interrupts).toEqual([]);
  });

  test("cancel the interrupts without an answer", async () => {
    const { answer } = await waiting(interrupts({}, {}, {}));
    const { input } = await answer(yes("i2"));
    expect(input?.resume).toEqual([no("i1"), yes("i2"), no("i3")]);
  });

  test("are all cancelled when the user sends a message", async () => {
    const { thread, agent } = await waiting(interrupts({}));
    await thread.send("Never mind");
    expect(agent.inputs[1]?.resume).toEqual([no("i1")]);
  });

  test("keep their metadata, also for unknown interrupts", async () => {
    const { answer } = await waiting(interrupts({}));
    const signed = { ...yes("i1"), metadata: { signature: "x" } };
    const { input } = await answer(yes("elsewhere"), signed);
    expect(input?.resume).toEqual([signed, yes("elsewhere")]);
  });

  test("stay open until the agent reports how the run ended", async () => {
    const agent = scriptedAgent([runStarted(), interrupts({})], [runStarted()]);
    const thread = createThread({ agent });
    await thread.run();
    await thread.run({ resume: [yes("i1")] });
    expect(thread.getSnapshot().interrupts).toHaveLength(1);
    expect(thread.getSnapshot().run.error?.code).toBe("incomplete-stream");
  });
});

describe("an expired interrupt", () => {
  const past = "2025-05-31T00:00:00Z";

  test("cannot be answered, and the thread stays unchanged", async () => {
    const { thread, agent } = await waiting(interrupts({ expiresAt: past }));
    const before = thread.getSnapshot();
    await expect(thread.run({ resume: [yes("i1")] })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    await expect(thread.send("Yes", { resume: [yes("i1")] })).rejects.toThrow(/expired/);
    expect(thread.getSnapshot()).toBe(before);
    expect(thread.store.getState()).toBe(before);
    expect(agent.inputs).toHaveLength(1);
  });

  test("can be cancelled", async () => {
    const { answer } = await waiting(interrupts({ expiresAt: past }));
    expect((await answer(no("i1"))).input?.resume).toEqual([no("i1")]);
  });

  test("is cancelled when others are answered", async () => {
    const { answer } = await waiting(interrupts({ expiresAt: past }, {}));
    expect((await answer(yes("i2"))).input?.resume).toEqual([no("i1"), yes("i2")]);
  });

  test.each([["2025-06-02T00:00:00Z"], ["some day"]])(
    "is still open when it expires at %s",
    async (expiresAt) => {
      const { answer } = await waiting(interrupts({ expiresAt }));
      expect((await answer(yes("i1"))).input?.resume).toEqual([yes("i1")]);
    },
  );
});

describe("an interrupt in the draft's format", () => {
  const draft = {
    type: "RUN_FINISHED",
    threadId: "t1",
    runId: "r1",
    outcome: "interrupt",
    interrupt: { id: "i1", reason: "approval" },
  } as unknown as EventInput;

  test("is answered by one object", async () => {
    const { answer, thread } = await waiting(draft);
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1", format: "draft" }]);
    const { input } = await answer(yes("i1", { approved: true }));
    expect(input?.resume).toEqual({ interruptId: "i1", payload: { approved: true } });
    expect(input?.forwardedProps).toEqual({ tenant: "acme" });
  });

  test("stays unanswered when it is cancelled, since the draft cannot express that", async () => {
    const { answer } = await waiting(draft);
    expect((await answer(no("i1"))).input).not.toHaveProperty("resume");
  });
});

describe("a LangGraph interrupt", () => {
  const announce = (value: unknown, id: string): EventInput => ({
    type: "CUSTOM",
    name: "on_interrupt",
    value,
    rawEvent: { id },
  });

  test("is answered by a command in the forwarded props", async () => {
    const { answer } = await waiting(announce("Which city?", "lg1"), runFinished());
    const { input } = await answer(yes("lg1", "Rome"));
    expect(input).not.toHaveProperty("resume");
    expect(input?.forwardedProps).toEqual({ tenant: "acme", command: { resume: "Rome" } });
  });

  test("adds its answer to an existing command", async () => {
    const { thread, agent } = await waiting(announce("Which city?", "lg1"), runFinished());
    await thread.run({
      resume: [yes("lg1", "Rome")],
      forwardedProps: { command: { goto: "plan" } },
    });
    expect(agent.inputs[1]?.forwardedProps).toEqual({ command: { goto: "plan", resume: "Rome" } });
  });

  test.each([
    ["all", [yes("lg1", "Rome"), yes("lg2", 3)], { lg1: "Rome", lg2: 3 }],
    ["one", [yes("lg2", 3)], { lg2: 3 }],
  ])("is answered by id when several are open and %s answered", async (_, answers, resume) => {
    const { answer } = await waiting(
      announce("Which city?", "lg1"),
      announce("How many?", "lg2"),
      runFinished(),
    );
    const { input } = await answer(...answers);
    expect(input?.forwardedProps).toEqual({ tenant: "acme", command: { resume } });
  });

  test("stays unanswered when it is cancelled", async () => {
    const { answer } = await waiting(announce("Which city?", "lg1"), runFinished());
    const { input } = await answer();
    expect(input).not.toHaveProperty("resume");
    expect(input?.forwardedProps).toEqual({ tenant: "acme" });
  });
});

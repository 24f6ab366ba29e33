import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type ResumeEntry } from "../../../src/core.ts";
import {
  runError,
  runFinished,
  runStarted,
  type Script,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { untilIdle } from "../tools/calls.ts";
import { approve, cancel } from "./interruptThread.ts";

/** Returns RUN_FINISHED in the draft's format. */
const draft = (interrupt: unknown, outcome?: string): EventInput =>
  ({
    type: "RUN_FINISHED",
    threadId: "t1",
    runId: "r1",
    ...(outcome !== undefined && { outcome }),
    interrupt,
  }) as unknown as EventInput;

/** Returns an interrupt of LangGraph. */
const ask = (value: unknown, id?: string): EventInput => ({
  type: "CUSTOM",
  name: "on_interrupt",
  value,
  ...(id !== undefined && { rawEvent: { id } }),
});

/** Gives these answers one by one with resume() and returns the input that is sent. */
async function sent(first: Script, ...answers: readonly ResumeEntry[]) {
  const agent = scriptedAgent([runStarted(), ...(first as readonly [])], textRun("Done"));
  const thread = createThread({ agent });
  await thread.send("Hi", { forwardedProps: { tenant: "acme" } });
  const idle = untilIdle(thread);
  for (const answer of answers) expect(await thread.resume([answer])).toEqual([]);
  await idle;
  expect(agent.inputs).toHaveLength(2);
  return { input: agent.inputs[1], thread };
}

describe("a draft interrupt", () => {
  test.each([
    ["with the outcome as a word", draft({ id: "i1", reason: "approval" }, "interrupt")],
    ["without an outcome", draft({ id: "i1", reason: "approval" })],
  ])("%s is answered with one object", async (_, ending) => {
    const { input, thread } = await sent([ending], approve("i1", { approved: true }));
    expect(input?.resume).toEqual({ interruptId: "i1", payload: { approved: true } });
    expect(input?.forwardedProps).toEqual({ tenant: "acme" });
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(thread.getSnapshot().answeredInterrupts).toMatchObject([
      { id: "i1", format: "draft", answer: approve("i1", { approved: true }) },
    ]);
  });

  test.each([
    ["no id", {}],
    ["a null id", { id: null }],
    ["an empty id", { id: "" }],
  ])("with %s is answered without one", async (_, id) => {
    const ending = draft({ ...id, payload: { q: 1 } });
    const agent = scriptedAgent([runStarted(), ending], textRun("Done"));
    const thread = createThread({ agent });
    await thread.send("Hi");
    const derivedId = thread.getSnapshot().interrupts[0]?.id ?? "";
    expect(derivedId).not.toBe("");
    const idle = untilIdle(thread);
    await thread.resume([approve(derivedId, 5)]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual({ payload: 5 });
    expect(JSON.stringify(agent.inputs[1])).not.toContain(derivedId);
  });

  test("with a number as its id is answered under that number", async () => {
    const { input } = await sent([draft({ id: 7 })], approve("7", true));
    expect(input?.resume).toEqual({ interruptId: "7", payload: true });
  });

  test("is left out when it is cancelled, and the run continues", async () => {
    const { input } = await sent([draft({ id: "i1" }, "interrupt")], cancel("i1"));
    expect(input).not.toHaveProperty("resume");
  });
});

describe("a LangGraph interrupt", () => {
  test.each([
    ["a bare string", "Which city?", "Which city?"],
    ["JSON in a string", '{"question":"Which city?"}', "Which city?"],
    ["an object", { message: "Which city?" }, "Which city?"],
  ])("as %s is answered by a command", async (_, value, message) => {
    const agent = scriptedAgent([runStarted(), ask(value, "lg1"), runFinished()], textRun("Done"));
    const thread = createThread({ agent });
    await thread.send("Hi");
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "lg1", message }]);
    const idle = untilIdle(thread);
    await thread.resume([approve("lg1", { city: "Rome" })]);
    await idle;
    expect(agent.inputs[1]).not.toHaveProperty("resume");
    expect(agent.inputs[1]?.forwardedProps).toEqual({ command: { resume: { city: "Rome" } } });
  });

  test("without an id is answered once, and not again with the next run", async () => {
    const agent = scriptedAgent([runStarted(), ask("Which?"), runFinished()], textRun("Done"));
    const thread = createThread({ agent });
    await thread.send("Hi");
    const idle = untilIdle(thread);
    await thread.resume([approve(thread.getSnapshot().interrupts[0]?.id ?? "", "this")]);
    await idle;
    expect(agent.inputs[1]?.forwardedProps).toEqual({ command: { resume: "this" } });
    await thread.send("Next");
    expect(agent.inputs[2]?.forwardedProps).toEqual({});
  });

  test("beside others waits for all of them and is answered by id", async () => {
    const { input } = await sent(
      [ask("Which city?", "lg1"), ask("How many?", "lg2"), runFinished()],
      approve("lg2", 3),
      approve("lg1", "Rome"),
    );
    expect(input?.forwardedProps).toEqual({
      tenant: "acme",
      command: { resume: { lg1: "Rome", lg2: 3 } },
    });
  });

  test("in both formats is asked once and answered in the format of 1.0", async () => {
    const both = runFinished({
      outcome: { type: "interrupt", interrupts: [{ id: "lg1", reason: "langgraph:interrupt" }] },
    });
    const { input } = await sent([ask("Which city?", "lg1"), both], approve("lg1", "Rome"));
    expect(input?.resume).toEqual([approve("lg1", "Rome")]);
    expect(input?.forwardedProps).toEqual({ tenant: "acme" });
  });

  test("keeps its answer for a retry", async () => {
    const agent = scriptedAgent(
      [runStarted(), ask("Which?", "lg1"), runFinished()],
      [runStarted(), runError("overloaded")],
      textRun("Done"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    const idle = untilIdle(thread);
    await thread.resume([approve("lg1", "this")]);
    await idle;
    await thread.retry();
    expect(agent.inputs.map(({ forwardedProps }) => forwardedProps as unknown)).toEqual([
      {},
      { command: { resume: "this" } },
      { command: { resume: "this" } },
    ]);
  });
});

test.each<[string, EventInput]>([
  ["draft", draft({ id: "x1" }, "interrupt")],
  ["command", ask("Which?", "x1")],
])("keeps the format in a stored snapshot: %s", async (format, event) => {
  const end = format === "command" ? [event, runFinished()] : [event];
  const first = createThread({ agent: scriptedAgent([runStarted(), ...end]) });
  await first.send("Hi");
  const agent = scriptedAgent(textRun("Done"));
  const thread = createThread({ agent, snapshot: throughJson(first.getSnapshot()) });
  const idle = untilIdle(thread);
  await thread.resume([approve("x1", 7)]);
  await idle;
  expect(agent.inputs[0]).toMatchObject(
    format === "draft"
      ? { resume: { interruptId: "x1", payload: 7 } }
      : { forwardedProps: { command: { resume: 7 } } },
  );
});

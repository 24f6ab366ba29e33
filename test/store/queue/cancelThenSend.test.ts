import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { runError, runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import {
  approve,
  cancel,
  createInterruptedThread,
  interruptRun,
} from "../interrupts/interruptThread.ts";

const texts = (messages: readonly { readonly content?: unknown }[]) =>
  messages.map(({ content }) => content);

describe("a message while the server holds an open interrupt", () => {
  test("waits in the queue until a run has cancelled the interrupt", async () => {
    const { agent, thread } = await createInterruptedThread([{}], {
      after: [textRun("Kept."), textRun("Hello!")],
    });
    const queues: unknown[][] = [];
    thread.store.subscribe(({ queue }) => queues.push(texts(queue)));
    await thread.send("Never mind");
    expect(queues).toContainEqual(["Never mind"]);
    expect(texts(thread.getSnapshot().messages)).toEqual(["Hi", "Kept.", "Never mind", "Hello!"]);
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([
      undefined,
      [cancel("i1")],
      undefined,
    ]);
    expect(thread.getSnapshot().queue).toEqual([]);
  });

  test("is sent as it was edited meanwhile", async () => {
    const { thread } = await createInterruptedThread([{}]);
    const sent = thread.send("Never mind");
    const [{ id = "" } = {}] = thread.getSnapshot().queue;
    await thread.editQueued(id, "Wait");
    await sent;
    expect(texts(thread.getSnapshot().messages)).toEqual(["Hi", "Done", "Wait", "Done"]);
  });

  test("is sent before a message that was queued later", async () => {
    const { thread } = await createInterruptedThread([{}], {
      after: [textRun("Kept."), textRun("One"), textRun("Two")],
    });
    const sent = thread.send("First");
    const second = thread.send("Second", { whenBusy: "queue" });
    expect(texts(thread.getSnapshot().queue)).toEqual(["First", "Second"]);
    await Promise.all([sent, second]);
    expect(texts(thread.getSnapshot().messages).slice(2)).toEqual([
      "First",
      "One",
      "Second",
      "Two",
    ]);
  });

  test.each([
    ["starts", 0],
    ["has sent its last event", 5],
  ])("is sent before a message that interrupts the cancelling run when it %s", async (_, turns) => {
    const { agent, thread } = await createInterruptedThread([{}], {
      after: [textRun("Kept."), textRun("One"), textRun("Two"), textRun("Three")],
    });
    const first = thread.send("First");
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const second = thread.send("Second", { whenBusy: "interrupt" });
    expect(await first).toMatchObject({ outcome: "cancelled" });
    expect(await second).toMatchObject({ outcome: "success" });
    const sent = agent.inputs.at(-1)?.messages ?? [];
    expect(texts(sent).filter((text) => text === "First" || text === "Second")).toEqual([
      "First",
      "Second",
    ]);
    expect(thread.getSnapshot()).toMatchObject({ queue: [], interrupts: [] });
  });

  test("stays in the queue when the user stops the cancelling run", async () => {
    const { thread } = await createInterruptedThread([{}]);
    const sent = thread.send("Never mind");
    thread.stop();
    expect(await sent).toMatchObject({ outcome: "cancelled" });
    expect(texts(thread.getSnapshot().queue)).toEqual(["Never mind"]);
  });

  test.each([
    ["asks again", interruptRun([{}])],
    ["fails", [runStarted(), runError("overloaded")]],
  ])("is sent together with the cancellation when the first run %s", async (_, second) => {
    const { agent, thread } = await createInterruptedThread([{}], {
      after: [second, textRun("Hello!")],
    });
    expect(await thread.send("Never mind")).toMatchObject({ outcome: "success" });
    expect(agent.inputs[2]?.resume).toEqual([cancel("i1")]);
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
  });

  test("removes an unsent approval, which no later run sends", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    await thread.resume([approve("i1")]);
    await thread.send("Never mind");
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  });

  test("is answered with `false` where LangGraph asks in a custom event", async () => {
    const ask: EventInput = { type: "CUSTOM", name: "on_interrupt", value: "Delete?" };
    const agent = scriptedAgent(
      [runStarted(), ask, runFinished()],
      textRun("Kept."),
      textRun("Hi"),
    );
    const thread = createThread({ agent });
    await thread.send("Delete the draft");
    await thread.send("Hello");
    expect(agent.inputs.map((input) => input.forwardedProps as unknown)).toEqual([
      {},
      { command: { resume: false } },
      {},
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import {
  approve,
  cancel,
  createInterruptedThread,
  interruptRun,
} from "../interrupts/interruptThread.ts";
import { untilIdle } from "../tools/calls.ts";

describe("a branch that starts while the server has an open interrupt", () => {
  test("cancels the interrupt by a run on the branch that is left", async () => {
    const { agent, thread } = await createInterruptedThread([{}], {
      after: [textRun("Kept."), textRun("Hello!")],
    });
    const [message] = thread.getSnapshot().messages;
    await thread.edit(message?.id ?? "", "Never mind");
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([
      undefined,
      [cancel("i1")],
      undefined,
    ]);
    expect(thread.getSnapshot()).toMatchObject({
      interrupts: [],
      messages: [{ content: "Never mind" }, { content: "Hello!" }],
    });
  });

  test("cancels an interrupt about a call by a run of its own, because the branch lacks the call", async () => {
    const call: EventInput = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "delete" };
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "c1" }], call, { type: "TOOL_CALL_END", toolCallId: "c1" }),
      textRun("Kept."),
      textRun("Hello!"),
    );
    const thread = createThread({ agent });
    await thread.send("Delete it");
    await thread.regenerate();
    expect(agent.inputs.slice(1)).toMatchObject([
      { resume: [cancel("i1")], messages: [{ role: "user" }, { role: "assistant" }] },
      { messages: [{ role: "user" }] },
    ]);
    expect(agent.inputs[2]?.resume).toBeUndefined();
  });

  test("cancels nothing when the application passes the answer", async () => {
    const { agent, thread } = await createInterruptedThread([{}]);
    await thread.regenerate(undefined, { resume: [approve("i1")] });
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([undefined, [approve("i1")]]);
  });

  test("is not started when the user stops the cancelling run, and can be started again", async () => {
    const { thread } = await createInterruptedThread([{}], {
      after: [[{ delayMs: 60_000 }], textRun("Kept."), textRun("Hello!")],
    });
    const branch = thread.regenerate();
    await expect.poll(() => thread.getSnapshot().run.status).toBe("submitted");
    thread.stop();
    await expect(branch).rejects.toMatchObject({ code: "interrupts-open" });
    expect(thread.getSnapshot().branches).toEqual({});
    expect(await thread.regenerate()).toMatchObject({ outcome: "success" });
  });
});

describe("a thread that is left with an open interrupt", () => {
  /** Creates a thread with a finished run "r1" and a run that waits for "i1". */
  async function createLeftThread(draft = false) {
    const interrupt = draft ? [{ metadata: { "tanstack:interruptBinding": {} } }] : [{}];
    const agent = scriptedAgent(
      textRun("Hello!"),
      interruptRun(interrupt),
      textRun("Kept."),
      textRun("Nice."),
    );
    const thread = createThread({ agent });
    await thread.send("Hi", { runId: "r1" });
    await thread.send("Delete it", { runId: "r2" });
    const resumes = () => agent.inputs.slice(2).map(({ resume }) => resume);
    return { agent, thread, resumes };
  }

  test("cancels the interrupt by a run of its own before a message on another branch", async () => {
    const { thread, resumes } = await createLeftThread();
    await thread.goToRun("r1");
    expect(thread.getSnapshot().interrupts).toEqual([]);
    await thread.send("Something else");
    expect(resumes()).toEqual([[cancel("i1")], undefined]);
    expect(thread.getSnapshot()).toMatchObject({
      interrupts: [],
      answeredInterrupts: [{ id: "i1", answer: { status: "cancelled" } }],
      messages: [
        { content: "Hi" },
        { content: "Hello!" },
        { content: "Kept." },
        { content: "Something else" },
        { content: "Nice." },
      ],
    });
    await thread.send("And?");
    expect(resumes().at(-1), "each interrupt is cancelled once").toBeUndefined();
  });

  test("cancels the interrupt before a message that follows a cleared conversation", async () => {
    const { thread, resumes } = await createLeftThread();
    thread.setMessages([]);
    await thread.send("Something else");
    expect(resumes()).toEqual([[cancel("i1")], undefined]);
  });

  test("cancels the interrupt by a run of its own before a run without a message", async () => {
    const { thread, resumes } = await createLeftThread();
    await thread.goToRun("r1");
    await thread.run();
    expect(resumes()).toEqual([[cancel("i1")], undefined]);
  });

  test("waits for an answer again on its own branch", async () => {
    const { agent, thread } = await createLeftThread();
    await thread.goToRun("r1");
    await thread.goToRun("r2");
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1" }]);
    await thread.resume([approve("i1")]);
    await expect.poll(() => agent.inputs[2]?.resume).toEqual([approve("i1")]);
  });

  test("waits for no answer any more when a run on another branch has cancelled the interrupt", async () => {
    const { thread, resumes } = await createLeftThread();
    await thread.goToRun("r1");
    await thread.send("Something else");
    await thread.goToRun("r2");
    expect(thread.getSnapshot()).toMatchObject({
      run: { status: "idle" },
      interrupts: [],
      answeredInterrupts: [{ id: "i1", answer: { status: "cancelled" } }],
    });
    expect(await thread.resume([approve("i1")])).toMatchObject([{ code: "closed" }]);
    await thread.send("And now?");
    expect(resumes()).toEqual([[cancel("i1")], undefined, undefined]);
  });

  test("waits for no answer any more when an edit has cancelled the interrupt", async () => {
    const { thread } = await createLeftThread();
    const [message] = thread.getSnapshot().messages;
    await thread.edit(message?.id ?? "", "Never mind");
    await thread.goToRun("r2");
    expect(thread.getSnapshot()).toMatchObject({
      interrupts: [],
      answeredInterrupts: [{ id: "i1", answer: { status: "cancelled" } }],
    });
  });

  test("can be answered otherwise after the user has answered the interrupt", async () => {
    const { thread } = await createLeftThread();
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    await thread.goToRun("r1");
    await thread.goToRun("r2");
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1" }]);
  });

  test("can still be answered on servers that store nothing between requests", async () => {
    const { thread } = await createLeftThread(true);
    await thread.goToRun("r1");
    await thread.send("Something else");
    await thread.goToRun("r2");
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1" }]);
  });

  test("cancels nothing on servers that store nothing between requests", async () => {
    const { thread, resumes } = await createLeftThread(true);
    await thread.goToRun("r1");
    await thread.send("Something else");
    expect(resumes()).toEqual([undefined]);
  });

  test("cancels in the format of LangGraph", async () => {
    const agent = scriptedAgent(
      textRun("Hello!"),
      [runStarted(), { type: "CUSTOM", name: "on_interrupt", value: "Delete it?" }, runFinished()],
      textRun("Kept."),
      textRun("Nice."),
    );
    const thread = createThread({ agent });
    await thread.send("Hi", { runId: "r1" });
    await thread.send("Delete it");
    await thread.goToRun("r1");
    await thread.send("Something else");
    expect(agent.inputs.slice(2).map(({ forwardedProps }) => forwardedProps)).toEqual([
      { command: { resume: false } },
      {},
    ]);
  });

  test("is cancelled also after the thread was stored on the other branch", async () => {
    const { agent, thread } = await createLeftThread();
    await thread.goToRun("r1");
    const snapshot = JSON.parse(JSON.stringify(thread.getSnapshot()));
    const restored = createThread({ agent, snapshot });
    await restored.send("Something else");
    expect(agent.inputs.slice(2).map(({ resume }) => resume)).toEqual([[cancel("i1")], undefined]);
  });
});

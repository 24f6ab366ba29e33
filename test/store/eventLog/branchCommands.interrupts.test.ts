import { describe, expect, test } from "vitest";
import { textRun } from "../../../src/testing.ts";
import { approve, cancel, createInterruptedThread } from "../interrupts/interruptThread.ts";

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

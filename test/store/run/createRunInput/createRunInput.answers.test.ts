import { expect, test } from "vitest";
import { approve, createInterruptedThread } from "../../interrupts/interruptThread.ts";

test("a run with answers records them after the last message", async () => {
  const { thread } = await createInterruptedThread([{}]);
  const last = thread.getSnapshot().messages.at(-1);
  await thread.run({ resume: [approve("i1")] });
  expect(thread.getSnapshot().answeredInterrupts).toMatchObject([
    { id: "i1", answer: approve("i1"), afterMessageId: last?.id },
  ]);
});

test("a message with an answer is before its answer, and after the interrupt that it cancels", async () => {
  const { thread } = await createInterruptedThread([{}, {}]);
  const last = thread.getSnapshot().messages.at(-1);
  await thread.send("Fine", { resume: [approve("i1")] });
  const { answeredInterrupts, messages } = thread.getSnapshot();
  const sent = messages.findLast(({ role }) => role === "user");
  expect(sent?.content).toBe("Fine");
  expect(answeredInterrupts).toMatchObject([
    { id: "i1", answer: approve("i1"), afterMessageId: sent?.id },
    { id: "i2", answer: { status: "cancelled" }, afterMessageId: last?.id },
  ]);
});

import { expect, test } from "vitest";
import type { ResumeEntry } from "../../../src/core.ts";
import { approve, cancel, createInterruptedThread } from "./interruptThread.ts";

// JavaScript passes any status.
const unknown = { interruptId: "i1", status: "accepted", payload: 1 } as unknown as ResumeEntry;

test.each<[string, readonly ResumeEntry[], string]>([
  ["an unknown status", [unknown], "status"],
  ["two answers to one interrupt", [approve("i1"), cancel("i1")], "duplicate"],
])("answers are refused for %s", async (_, answers, code) => {
  const { agent, thread } = await createInterruptedThread([{}]);
  expect(await thread.resume(answers)).toMatchObject([{ interruptId: "i1", code }]);
  await expect(thread.run({ resume: answers })).rejects.toMatchObject({ code: "invalid-argument" });
  expect(thread.getSnapshot().interrupts[0]).not.toHaveProperty("answer");
  expect(agent.inputs).toHaveLength(1);
});

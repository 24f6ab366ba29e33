import { expect, test } from "vitest";
import { validateAnswers } from "../../../src/store/interrupts/validateAnswers.ts";
import { lazyModule } from "../../../src/store/loadModule.ts";
import { createListeners } from "../../../src/store/thread/listeners.ts";
import { approve, createInterruptedThread } from "./interruptThread.ts";

test("accepts an answer without validation and records an issue when the validator cannot be loaded", async () => {
  const { thread } = await createInterruptedThread([{ responseSchema: { type: "boolean" } }]);
  let snapshot = thread.getSnapshot();
  const listeners = createListeners();
  const codes: string[] = [];
  listeners.addListeners({ onIssue: ({ code }) => codes.push(code) });
  const recorder = {
    listeners,
    getBaseSnapshot: () => snapshot,
    commit(next: typeof snapshot) {
      snapshot = next;
    },
  };
  const answers = [approve("i1", "not a boolean")];
  const validate = lazyModule(() => Promise.reject(new Error("offline")));
  expect(await validateAnswers(recorder, snapshot.interrupts, answers)).toHaveLength(1);
  expect(codes).toEqual([]);
  expect(await validateAnswers(recorder, snapshot.interrupts, answers, validate)).toEqual([]);
  expect(codes).toEqual(["not-validated"]);
  expect(snapshot.issues).toMatchObject([{ code: "not-validated", subject: "i1" }]);
});

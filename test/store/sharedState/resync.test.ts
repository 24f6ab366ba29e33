import { expect, test, vi } from "vitest";
import { type Agent, createThread } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";

const thatKnows = (getState: NonNullable<Agent["getState"]>): Agent => ({
  ...scriptedAgent(textRun("Hi")),
  getState,
});

test("takes the agent's current state and keeps the user's edits on top", async () => {
  const requests: unknown[] = [];
  const thread = createThread<{ a: number; b?: number }>({
    threadId: "t1",
    initialState: { a: 1 },
    agent: thatKnows(async (about) => {
      requests.push(about);
      return { a: 5, b: 5 };
    }),
  });
  thread.setState({ a: 2 });
  expect(await thread.resync()).toBe(true);
  expect(requests).toEqual([{ threadId: "t1" }]);
  expect(thread.store.getState()).toMatchObject({
    state: { a: 5, b: 5 },
    visibleState: { a: 2, b: 5 },
    edits: [{}],
  });
});

test("returns false when the agent has no state of this thread", async () => {
  const cannot = createThread({ agent: scriptedAgent([]), initialState: { a: 1 } });
  expect(await cannot.resync()).toBe(false);
  const knowsNothing = createThread({
    agent: thatKnows(async () => undefined),
    initialState: { a: 1 },
  });
  expect(await knowsNothing.resync()).toBe(false);
  expect(knowsNothing.getSnapshot().state).toEqual({ a: 1 });
});

test("rejects with the agent's error", async () => {
  const thread = createThread({ agent: thatKnows(() => Promise.reject(new Error("offline"))) });
  await expect(thread.resync()).rejects.toThrow("offline");
});

test("validates the state and reports dropped edits", async () => {
  const thread = createThread<unknown>({
    agent: thatKnows(async () => ({ l: [] })),
    initialState: { l: [{ id: 1 }] },
  });
  const issues: string[] = [];
  thread.subscribe({ onIssue: ({ code }) => issues.push(code) });
  thread.validateState({ type: "object", required: ["title"] });
  thread.setState({ l: [{ id: 1, n: 1 }] });
  await thread.resync();
  await vi.waitFor(() => expect(issues).toEqual(["edit-dropped", "state-mismatch"]));
});

test("waits for the current run", async () => {
  const manual = manualAgent();
  const thread = createThread<unknown>({ agent: { ...manual, getState: async () => ({ a: 9 }) } });
  const ended = thread.run();
  await manual.started();
  const synced = thread.resync();
  await manual.emit({ type: "RUN_STARTED", threadId: "t", runId: "r" });
  await manual.emit({ type: "STATE_SNAPSHOT", snapshot: { a: 1 } });
  expect(thread.getSnapshot().state).toEqual({ a: 1 });
  await manual.finish();
  await ended;
  expect(await synced).toBe(true);
  expect(thread.getSnapshot().state).toEqual({ a: 9 });
});

test("ignores an older response that arrives later", async () => {
  const answers = [createDeferred<unknown>(), createDeferred<unknown>()];
  let requests = 0;
  const thread = createThread<unknown>({
    agent: thatKnows(() => answers[requests++]?.promise ?? Promise.resolve()),
  });
  const first = thread.resync();
  const second = thread.resync();
  await vi.waitFor(() => expect(requests).toBe(2));
  answers[1]?.resolve({ version: 2 });
  await second;
  answers[0]?.resolve({ version: 1 });
  expect(await first).toBe(true);
  expect(thread.getSnapshot().state).toEqual({ version: 2 });
});

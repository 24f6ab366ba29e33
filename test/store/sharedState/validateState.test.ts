import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createThread, type EventInput, type Issue } from "../../../src/core.ts";
import { manualAgent, runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";
import { stateSnapshot } from "../../support/runEvents.ts";

const sends = (...states: readonly unknown[]) =>
  scriptedAgent([
    runStarted(),
    ...states.map((snapshot): EventInput => ({ type: "STATE_SNAPSHOT", snapshot })),
    runFinished(),
  ]);

/** Creates a thread with an active run that the test can end. */
async function running() {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const onIssue = vi.fn();
  thread.subscribe({ onIssue: onIssue });
  const ended = thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  const end = async () => {
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await ended;
  };
  return { agent, thread, onIssue, end };
}

/** Creates a schema that rejects every value and counts its validations. */
function counting() {
  const validate = vi.fn((_: unknown) => ({ issues: [{ message: "must be something else" }] }));
  return { validate, schema: { "~standard": { version: 1, vendor: "test", validate } } as const };
}

const json = {
  type: "object",
  properties: { n: { type: "number" } },
  required: ["n"],
} as const;

describe("a schema of the shared state", () => {
  test.each([
    ["of JSON Schema", json],
    ["of Zod", z.object({ n: z.number() })],
  ])("reports an invalid state and keeps it: %s", async (_, stateSchema) => {
    const thread = createThread({ agent: sends({ n: 1 }, { n: "one" }), stateSchema });
    const issues: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => issues.push(issue) });
    await thread.run();
    await vi.waitFor(() => expect(issues).toHaveLength(1));
    expect(issues).toMatchObject([
      { code: "state-mismatch", severity: "notice", subject: "/n", count: 1 },
    ]);
    expect(issues[0]?.message).toMatch(/^STATE_SNAPSHOT: "\/n" does not match the schema .* n: /);
    expect(thread.getSnapshot()).toMatchObject({ state: { n: "one" }, issues });
  });

  test("ignores valid states and edits of the user", async () => {
    const thread = createThread<unknown>({
      agent: sends({ n: 1 }),
      initialState: { n: 0 },
      stateSchema: json,
    });
    await thread.run();
    thread.setState({ n: "typing" });
    await thread.run();
    // Another validation of the same state ends after the first one.
    const issues: Issue[] = [];
    thread.subscribe({ onIssue: (issue) => issues.push(issue) });
    thread.validateState({ type: "string" });
    thread.setState({ n: 5 });
    await thread.run();
    await vi.waitFor(() => expect(issues).toHaveLength(1));
    expect(thread.getSnapshot().issues).toEqual(issues);
    expect(issues[0]?.message).toContain("string");
  });

  test("reports every invalid location and counts repetitions", async () => {
    const schema = { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } };
    const { agent, thread, onIssue, end } = await running();
    thread.validateState(schema);
    for (const [at, state] of [{ a: "x" }, { b: "x" }, { b: "y" }].entries()) {
      await agent.emit(stateSnapshot(state));
      await vi.waitFor(() => expect(onIssue).toHaveBeenCalledTimes(at + 1));
    }
    await end();
    expect(thread.getSnapshot().issues).toMatchObject([
      { subject: "/a", count: 1 },
      { subject: "/b", count: 2 },
    ]);
  });

  test("may apply to one location, and can be removed", async () => {
    const { agent, thread, onIssue, end } = await running();
    const stopChecking = thread.validateState({ type: "number" }, "/a/n");
    await agent.emit(stateSnapshot({ a: { n: 1 } }), stateSnapshot({ a: { n: "one" }, b: 1 }));
    await vi.waitFor(() => expect(onIssue).toHaveBeenCalledTimes(1));
    await agent.emit(stateSnapshot({ b: 2 }), stateSnapshot({ a: { n: "two" } }));
    await vi.waitFor(() => expect(onIssue).toHaveBeenCalledTimes(2));
    expect(thread.getSnapshot().issues).toMatchObject([{ subject: "/a/n", count: 2 }]);
    stopChecking();
    const other = vi.fn();
    thread.subscribe({ onIssue: other });
    thread.validateState({ type: "boolean" }, "/b");
    await agent.emit(stateSnapshot({ a: { n: "three" }, b: 1 }));
    await end();
    await vi.waitFor(() => expect(other).toHaveBeenCalled());
    expect(other.mock.calls.every(([issue]) => issue.subject === "/b")).toBe(true);
  });
});

describe("validation of a frequently changing state", () => {
  const delta = (n: number): EventInput => ({
    type: "STATE_DELTA",
    delta: [{ op: "add", path: "/n", value: n }],
  });

  test("validates the latest state once for all changes since the last validation", async () => {
    const { agent, thread, onIssue, end } = await running();
    const { schema, validate } = counting();
    thread.validateState(schema);
    await agent.emit(stateSnapshot({ n: 0 }), ...Array.from({ length: 100 }, (_, at) => delta(at)));
    await vi.waitFor(() => expect(onIssue).toHaveBeenCalledTimes(1));
    expect(validate.mock.calls).toEqual([[{ n: 99 }]]);
    await end();
  });

  test("validates less and less often during a run, and again at its end", async () => {
    const { agent, thread, end } = await running();
    const { schema, validate } = counting();
    thread.validateState(schema);
    await agent.emit(stateSnapshot({ n: 0 }));
    const frames = 30;
    for (let frame = 1; frame <= frames; frame++) {
      const published = vi.fn();
      const forget = thread.store.subscribe(published);
      await agent.emit(delta(frame));
      await vi.waitFor(() => expect(published).toHaveBeenCalled());
      forget();
    }
    // After 1, 2, 4, 8 and 16 frames, wherever the frames of page and validation fall.
    expect(validate.mock.calls.length).toBeLessThanOrEqual(6);
    expect(validate).not.toHaveBeenLastCalledWith({ n: frames });
    const before = validate.mock.calls.length;
    await end();
    expect(validate).toHaveBeenLastCalledWith({ n: frames });
    expect(validate).toHaveBeenCalledTimes(before + 1);
  });

  test("validates and reports once for equal schemas and locations", async () => {
    const { agent, thread, onIssue, end } = await running();
    const { schema, validate } = counting();
    for (let reader = 0; reader < 3; reader++) {
      thread.validateState(schema, "/n");
      // An inline schema is a new object each time.
      thread.validateState({ type: "string" }, "/n");
    }
    thread.validateState(schema, "/m");
    await agent.emit(stateSnapshot({ n: 5, m: 6 }));
    await end();
    await vi.waitFor(() => expect(onIssue).toHaveBeenCalledTimes(3));
    expect(validate.mock.calls).toEqual([[5], [6]]);
    // Two schemas reject this location, and one the other.
    expect(thread.getSnapshot().issues).toMatchObject([
      { subject: "/n", count: 2 },
      { subject: "/m", count: 1 },
    ]);
  });

  test("stops when the thread is disposed", async () => {
    const [gone, other] = [await running(), await running()];
    const [before, after] = [counting(), counting()];
    gone.thread.validateState(before.schema);
    other.thread.validateState(after.schema);
    await gone.agent.emit(stateSnapshot({ n: 1 }));
    gone.thread.dispose();
    // The other thread validates earlier than this one.
    await other.agent.emit(stateSnapshot({ n: 1 }));
    await vi.waitFor(() => expect(after.validate).toHaveBeenCalledTimes(1));
    expect(before.validate).not.toHaveBeenCalled();
    await other.end();
  });

  test.each([[{}], [null]])("accepts an opening state of %j", async (blank) => {
    const { agent, thread, onIssue, end } = await running();
    const { schema, validate } = counting();
    thread.validateState(schema);
    await agent.emit(stateSnapshot(blank));
    await end();
    const again = thread.run();
    await agent.emit(runStartedAgain, stateSnapshot({ n: 1 }));
    await vi.waitFor(() => expect(onIssue).toHaveBeenCalledTimes(1));
    expect(validate.mock.calls).toEqual([[{ n: 1 }]]);
    thread.stop();
    await again;
  });
});

const runStartedAgain: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r2" };

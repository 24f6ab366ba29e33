import { expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type Event,
  memoryStorage,
  parseThread,
  serializeThread,
} from "../../../src/core.ts";
import { jsonTextOf } from "../../../src/protocol/jsonDepth.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { nestedObject } from "../../support/nestedJson.ts";
import { call, callRun } from "../tools/calls.ts";

/** Creates an agent in the page that yields events, and records what it receives. */
function agentOf(events: readonly object[]) {
  const inputs: string[] = [];
  const agent: Agent = {
    async *run(input) {
      const { threadId, runId } = input;
      // Throws for a value that no request can contain.
      inputs.push(JSON.stringify(input));
      yield { type: "RUN_STARTED", threadId, runId } as Event;
      for (const event of events) yield event as Event;
      yield { type: "RUN_FINISHED", threadId, runId } as Event;
    },
  };
  return { agent, inputs };
}

const DEEP = nestedObject(10_000);
const deepActivity = {
  type: "ACTIVITY_SNAPSHOT",
  messageId: "a",
  activityType: "plan",
  content: { title: "Plan", steps: DEEP },
};

test.each([
  ["a state", { type: "STATE_SNAPSHOT", snapshot: DEEP }],
  ["a patch", { type: "STATE_DELTA", delta: [{ op: "add", path: "/b", value: DEEP }] }],
])("refuses %s of 10,000 levels, and the next runs succeed", async (_, event) => {
  const { agent, inputs } = agentOf([event]);
  const thread = createThread({ agent, initialState: { a: 1 } });
  await thread.send("One");
  await thread.send("Two");
  expect(thread.getSnapshot().run.error).toBeUndefined();
  expect(inputs).toHaveLength(2);
  expect(thread.getSnapshot().state).toEqual({ a: 1 });
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "too-deep", count: 2 }]);
  await expect(serializeThread(thread)).resolves.toContain("Two");
});

test("refuses patches that nest a state too deeply together", async () => {
  const deltas = ["/a", `${"/a".repeat(400)}`].map((path) => ({
    type: "STATE_DELTA",
    delta: [{ op: "add", path, value: nestedObject(400) }],
  }));
  const { agent } = agentOf(deltas);
  const thread = createThread({ agent, initialState: {} });
  await thread.send("Go");
  expect(thread.getSnapshot().state).toEqual({ a: nestedObject(400) });
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "patch-failed" }]);
});

test.each([
  ["an activity", deepActivity],
  ["a custom event", { type: "CUSTOM", name: "c", value: DEEP }],
  [
    "a sub-agent",
    { type: "SUBAGENT_STARTED", subagentRunId: "s", name: "S", metadata: { a: DEEP } },
  ],
  ["a raw event", { type: "RAW", event: DEEP, rawEvent: DEEP }],
])("stores, serializes and restores %s of 10,000 levels", async (_, event) => {
  const { agent } = agentOf([event]);
  const storage = memoryStorage();
  const thread = createThread({ agent, threadId: "t", storage });
  await thread.send("Go");
  const text = await serializeThread(thread);
  expect(parseThread(text).snapshot.messages).toEqual(thread.getSnapshot().messages);
  expect(thread.getSnapshot().issues[0]).toMatchObject({ code: "too-deep" });
  expect(thread.getSnapshot().run.status).toBe("idle");
});

test("keeps the whole text of an activity that is nested too deeply", async () => {
  const { agent } = agentOf([deepActivity]);
  const thread = createThread({ agent });
  await thread.send("Go");
  const activity = thread.getSnapshot().messages.find(({ role }) => role === "activity");
  expect(jsonTextOf(activity?.content)).toBe(jsonTextOf(deepActivity.content));
});

test("reads values of an agent in the page that are no JSON, with an issue", async () => {
  const { agent, inputs } = agentOf([{ type: "STATE_SNAPSHOT", snapshot: { count: 5n } }]);
  const thread = createThread({ agent });
  await thread.send("One");
  await thread.send("Two");
  expect(inputs).toHaveLength(2);
  expect(thread.getSnapshot().state).toEqual({ count: 5 });
  expect(thread.getSnapshot().issues).toMatchObject([
    { code: "not-json", eventType: "STATE_SNAPSHOT", subject: "snapshot.count", count: 2 },
  ]);
});

test("refuses a state of the application at once", async () => {
  const { agent } = agentOf([]);
  const thread = createThread<unknown>({ agent, initialState: { a: 1 } });
  expect(() => thread.setState(DEEP)).toThrow("nested in more than 512 levels");
  expect(() => thread.setState({ a: 1n })).toThrow("BigInt");
  expect(() => thread.setState({ a: { b: () => 1 } })).toThrow("a function");
  expect(() => createThread({ agent, initialState: DEEP })).toThrow("`initialState`");
  expect(thread.getSnapshot().visibleState).toEqual({ a: 1 });
});

test("refuses a state that resync fetches", async () => {
  const { agent } = agentOf([]);
  const thread = createThread<unknown>({
    agent: { ...agent, getState: async () => DEEP },
    initialState: { a: 1 },
  });
  expect(await thread.resync()).toBe(false);
  expect(thread.getSnapshot()).toMatchObject({ state: { a: 1 }, issues: [{ code: "too-deep" }] });
});

test("refuses a serialized thread that is nested too deeply", () => {
  const text = jsonTextOf({
    format: "agui-kit/thread",
    version: 1,
    threadId: "t",
    base: DEEP,
    events: [],
  });
  expect(() => parseThread(text)).toThrow("damaged");
});

test("reads progress of a tool that is no JSON, with an issue", async () => {
  const thread = createThread({
    agent: scriptedAgent(callRun(call("count", {}, "c")), textRun("Done")),
    storage: memoryStorage(),
  });
  thread.registerTool({
    name: "count",
    async *handler() {
      yield { done: 5n };
      return "ok";
    },
  });
  await thread.send("Go");
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-json", subject: "done" }]);
  await expect(serializeThread(thread)).resolves.toContain("Done");
});

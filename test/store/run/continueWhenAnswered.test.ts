import { expect, test } from "vitest";
import { createThread, type EventInput, type Snapshot } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";

const call = (id: string, name: string, args = "{}"): readonly EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: args },
  { type: "TOOL_CALL_END", toolCallId: id },
];
const calling = (...calls: (readonly EventInput[])[]) => [
  runStarted(),
  ...calls.flat(),
  runFinished(),
];

const results = ({ messages }: Snapshot) =>
  messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));

test.each([
  ["an object without a prototype", Object.create(null)],
  [
    "an error whose message is no text",
    Object.assign(new Error(), { message: Object.create(null) }),
  ],
])("accepts %s as a thrown value", async (_, thrown) => {
  const agent = scriptedAgent(calling(call("a", "throw"), call("b", "fine")), textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({
    name: "throw",
    handler: () => {
      throw thrown;
    },
  });
  thread.registerTool({ name: "fine", handler: () => "fine" });
  expect((await thread.send("Hi")).outcome).toBe("success");
  expect(results(thread.getSnapshot())).toEqual([
    'The tool "throw" failed: it did not say why',
    "fine",
  ]);
});

test("keeps `followUp: false` of a tool that unregisters itself while it runs", async () => {
  const agent = scriptedAgent(calling(call("a", "navigate")), textRun("Never"));
  const thread = createThread({ agent });
  const leave = thread.registerTool({
    name: "navigate",
    followUp: false,
    handler: () => {
      leave();
      return "gone";
    },
  });
  await thread.send("Hi");
  expect(agent.inputs).toHaveLength(1);
  expect(thread.getSnapshot().run).toMatchObject({ status: "idle", stopReason: "no-follow-up" });
});

test("keeps `followUp: false` of a human tool that unregisters before the answer", async () => {
  const agent = scriptedAgent(calling(call("a", "ask")), textRun("Never"));
  const thread = createThread({ agent });
  const leave = thread.registerTool({ name: "ask", followUp: false });
  await thread.send("Hi");
  leave();
  await thread.answerToolCall("a", { value: "yes" });
  expect(agent.inputs).toHaveLength(1);
  expect(thread.getSnapshot().run.stopReason).toBe("no-follow-up");
});

test("reports a denial to the agent also for a tool without a follow-up", async () => {
  const agent = scriptedAgent(calling(call("a", "ask")), textRun("A pity"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask", followUp: false });
  await thread.send("Hi");
  const over = new Promise((resolve) => thread.subscribe({ onRunEnd: resolve }));
  await thread.answerToolCall("a", { rejected: "no time" });
  await over;
  expect(agent.inputs).toHaveLength(2);
});

test("limits the runs of an application that answers at the end of each run", async () => {
  let id = 0;
  const agent = scriptedAgent(() => calling(call(`c${++id}`, "ask", `{"n":${id}}`)));
  const thread = createThread({ agent, maxAutomaticRuns: 3 });
  thread.registerTool({ name: "ask" });
  const paused = new Promise<Snapshot>((resolve) => {
    thread.store.subscribe((snapshot) => {
      const [waiting] = snapshot.run.pendingToolCallIds;
      if (snapshot.run.stopReason) resolve(snapshot);
      else if (snapshot.run.status === "waiting" && waiting) {
        void thread.answerToolCall(waiting, { value: "again" });
      }
    });
  });
  await thread.send("Hi");
  expect((await paused).run).toMatchObject({ status: "idle", stopReason: "max-automatic-runs" });
  expect(agent.inputs).toHaveLength(4);
});

test("lets a new conversation reuse a call id", async () => {
  const agent = scriptedAgent(
    calling(call("call_0", "echo", '{"text":"first"}')),
    textRun("Ok"),
    calling(call("call_0", "echo", '{"text":"second"}')),
    textRun("Ok"),
  );
  const thread = createThread({ agent });
  thread.registerTool<{ text: string }>({ name: "echo", handler: ({ text }) => text });
  await thread.send("Hi");
  thread.setMessages([]);
  await thread.send("Hi");
  expect(results(thread.getSnapshot())).toEqual(["second"]);
});

test("reports a failure beside an answer without a follow-up", async () => {
  const agent = scriptedAgent(calling(call("a", "ask"), call("b", "fail")), textRun("Ok"));
  const thread = createThread({ agent });
  let fail = (_: Error) => {};
  thread.registerTool({ name: "ask" });
  thread.registerTool({
    name: "fail",
    handler: () => new Promise((_, reject) => (fail = reject)),
  });
  const sent = thread.send("Hi");
  await new Promise<void>((resolve) => {
    const stop = thread.store.subscribe(({ toolCalls }) => {
      if (toolCalls.a?.status !== "waiting" || toolCalls.b?.status !== "running") return;
      stop();
      resolve();
    });
  });
  await thread.answerToolCall("a", { value: "yes", followUp: false });
  fail(new Error("broken"));
  await sent;
  expect(agent.inputs).toHaveLength(2);
});

import { describe, expect, test, vi } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  type RunAgentInput,
  type Snapshot,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";
import { createIdCounter } from "../thread/idCounter.ts";

const ANSWERS = ["one", "two", "three"];

/** Creates the events of a turn, without its start and end. */
type TurnEvents = (answer: string, input: RunAgentInput) => readonly object[];

const sendText =
  (messageId: string | null): TurnEvents =>
  (delta) => [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
    { type: "TEXT_MESSAGE_END", messageId },
  ];

/** Creates a server that gives every run the same id, and replays all of its runs. */
function createServer(turnEvents: TurnEvents): Agent {
  const log: EventInput[] = [];
  const ids = { threadId: "t1", runId: "run-1" };
  let turn = 0;
  return {
    async *run(input) {
      const answer = ANSWERS[turn++] ?? "";
      const start = { type: "RUN_STARTED", ...ids };
      // A `null` is not an id of the protocol, on purpose.
      const events = [
        ...turnEvents(answer, input),
        { type: "RUN_FINISHED", ...ids },
      ] as EventInput[];
      log.push({ ...start, input: structuredClone(input) } as EventInput, ...events);
      yield structuredClone([start as EventInput, ...events]);
    },
    async *connect() {
      yield* structuredClone(log);
    },
  };
}

function open(agent: Agent, options: object = {}): Thread {
  return createThread({
    agent,
    threadId: "t1",
    createId: createIdCounter(),
    now: () => 1,
    reconnect: { firstMs: 0 },
    ...options,
  });
}

const CONVERSATION = ["q1", "one", "q2", "two", "q3", "three"];

async function sendThree(thread: Thread): Promise<void> {
  for (const question of ["q1", "q2", "q3"]) await thread.send(question);
}

describe.each([
  ["a constant text id", "m"],
  ["text ids that are null", null],
])("a server with a constant run id and %s", (_, messageId) => {
  test("keeps the answers of all turns", async () => {
    const thread = open(createServer(sendText(messageId)));
    await sendThree(thread);
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(CONVERSATION);
  });

  test("restores the conversation from the log", async () => {
    const thread = open(createServer(sendText(messageId)));
    await sendThree(thread);
    const { snapshot } = parseThread(await serializeThread(thread));
    expect(snapshot?.messages).toEqual(thread.getSnapshot().messages);
    expect(contentsOfMessages(snapshot as Snapshot)).toEqual(CONVERSATION);
  });

  test("shows the same conversation in a new tab", async () => {
    const agent = createServer(sendText(messageId));
    await sendThree(open(agent));
    const fresh = open(agent);
    await fresh.connect();
    expect(contentsOfMessages(fresh.getSnapshot())).toEqual(CONVERSATION);
  });

  test("changes nothing when its runs are replayed", async () => {
    const thread = open(createServer(sendText(messageId)));
    await sendThree(thread);
    const { messages } = thread.getSnapshot();
    await thread.connect();
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(CONVERSATION);
    expect(thread.getSnapshot().messages).toBe(messages);
  });
});

test("a frontend tool runs each time that a server with a constant run id calls it with one id", async () => {
  const agent = createServer((answer, { messages }) =>
    messages.at(-1)?.role === "tool"
      ? sendText("m")(answer, { messages } as RunAgentInput)
      : [
          { type: "TOOL_CALL_START", toolCallId: "call_0", toolCallName: "page" },
          { type: "TOOL_CALL_ARGS", toolCallId: "call_0", delta: "{}" },
          { type: "TOOL_CALL_END", toolCallId: "call_0" },
        ],
  );
  const thread = open(agent);
  let count = 0;
  thread.registerTool({
    name: "page",
    description: "",
    handler: () => {
      count += 1;
      return { count };
    },
  });
  await thread.send("q1");
  await thread.send("q2");
  expect(count).toBe(2);
});

test("an activity and a text of one id stay apart when a new tab receives the runs", async () => {
  const turnEvents: TurnEvents = (answer, input) => {
    if (answer !== "two") return sendText("m")(answer, input);
    const plan = { messageId: "x", activityType: "PLAN", content: { answer } };
    return [{ type: "ACTIVITY_SNAPSHOT", ...plan }, ...sendText("x")(answer, input)];
  };
  const agent = createServer(turnEvents);
  const thread = open(agent);
  await sendThree(thread);
  const fresh = open(agent);
  await fresh.connect();
  const expected = ["q1", "one", "q2", { answer: "two" }, "two", "q3", "three"];
  for (const shown of [thread, fresh])
    expect(contentsOfMessages(shown.getSnapshot())).toEqual(expected);
  await thread.connect();
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(expected);
});

test("an application may request every run with the same id", async () => {
  const inputs: RunAgentInput[] = [];
  const agent: Agent = {
    async *run(input) {
      inputs.push(input);
      const ids = { threadId: input.threadId, runId: input.runId };
      const answer = ANSWERS[inputs.length - 1] ?? "";
      // The texts lack no field of the protocol.
      const text = sendText("m")(answer, input) as EventInput[];
      yield [{ type: "RUN_STARTED", ...ids }, ...text, { type: "RUN_FINISHED", ...ids }];
    },
  };
  const thread = open(agent);
  for (const question of ["q1", "q2", "q3"]) await thread.send(question, { runId: "run-1" });
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(CONVERSATION);
  expect(inputs.map(({ runId }) => runId)).toEqual(["run-1", "run-1", "run-1"]);
});

test("a run that is stopped is cancelled under the id of the server", async () => {
  const cancelled: string[] = [];
  const server = createServer(sendText("m"));
  const agent: Agent = {
    async *run(input, options) {
      yield* server.run(input, options);
      if (input.messages.at(-1)?.content === "q2") await new Promise(() => {});
    },
    async cancel({ runId }) {
      cancelled.push(runId);
    },
  };
  const thread = open(agent);
  await thread.send("q1");
  const run = thread.send("q2");
  await vi.waitUntil(() => thread.getSnapshot().messages.length === 4);
  thread.stop();
  await run;
  expect(cancelled).toEqual(["run-1"]);
});

test("each branch keeps its answer and its usage, and names its parent with the id of the server", async () => {
  const inputs: RunAgentInput[] = [];
  const server = createServer(sendText("m"));
  const usage = [{ outputTokens: 1 }];
  const agent: Agent = {
    async *run(input, options) {
      inputs.push(input);
      for await (const events of server.run(input, options)) {
        yield [events]
          .flat()
          .map((event) => (event.type === "RUN_FINISHED" ? { ...event, usage } : event));
      }
    },
  };
  const thread = open(agent);
  await thread.send("q1");
  await thread.send("q2");
  await thread.regenerate();
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "q2", "three"]);
  expect(inputs.map(({ parentRunId }) => parentRunId)).toEqual([undefined, undefined, "run-1"]);
  expect(Object.keys(thread.getSnapshot().usages)).toHaveLength(3);
  const [branchPoint = ""] = Object.keys(thread.getSnapshot().branches);
  await thread.switchBranch(branchPoint, 0);
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "q2", "two"]);
  await thread.goToRun("run-1@run:3");
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "q2", "three"]);
});

test("recorded events become a conversation", async () => {
  const agent = createServer(sendText("m"));
  await sendThree(open(agent));
  const events: unknown[] = [];
  for await (const event of agent.connect?.({} as RunAgentInput, {} as never) ?? [])
    events.push(event);
  expect(contentsOfMessages(parseThread(JSON.stringify(events)).snapshot as Snapshot)).toEqual(
    CONVERSATION,
  );
});

test("a call in every run gets its result, also after reasoning", async () => {
  const agent = createServer((answer, input) => [
    { type: "TOOL_CALL_START", toolCallId: "f:0", toolCallName: "look" },
    { type: "TOOL_CALL_ARGS", toolCallId: "f:0", delta: JSON.stringify({ answer }) },
    { type: "TOOL_CALL_END", toolCallId: "f:0" },
    ...(answer === "one"
      ? [
          { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
          { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "Hm" },
          { type: "REASONING_MESSAGE_END", messageId: "r" },
        ]
      : [{ type: "TOOL_CALL_RESULT", toolCallId: "f:0", messageId: "t", content: answer }]),
    ...sendText("m")(answer, input),
  ]);
  const thread = open(agent);
  thread.registerTool({ name: "look", description: "", handler: () => "seen" });
  await thread.send("q1");
  const results = thread.getSnapshot().messages.filter(({ role }) => role === "tool");
  expect(results.map(({ content }) => content)).toEqual(["seen", "two"]);
});

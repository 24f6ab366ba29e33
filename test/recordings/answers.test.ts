import { describe, expect, test } from "vitest";
import { httpAgent, type JsonSchema, type Thread } from "../../src/core.ts";
import type { Message, ResumeEntry, RunAgentInput, ToolMessage } from "../../src/protocol/events.ts";
import { protobuf } from "../support/encode.ts";
import { startHttpServer, type TestServer } from "../support/httpServer.ts";
import type { Recorded } from "./recorded.ts";
import { CONTENT_TYPES, threadFor } from "./replay.ts";
import { recordedThreads } from "./threads.ts";

interface Playing extends AsyncDisposable {
  readonly thread: Thread;
  readonly server: TestServer;
  /** The body of the request of that number, counted from 0. */
  body(index: number): Promise<RunAgentInput>;
}

/** A thread before a server that gives the recorded answers, in their order. */
async function playing(runs: readonly Recorded[]): Promise<Playing> {
  const server = await startHttpServer((response) => {
    const answer = runs[server.requests.length - 1];
    if (!answer) throw new Error("there is no answer left");
    response.writeHead(200, { "content-type": CONTENT_TYPES[answer.format] });
    response.end(answer.bytes);
  });
  return {
    thread: threadFor(httpAgent({ url: server.url, protobuf }), runs[0]?.request),
    server,
    body: async (index) => JSON.parse((await server.request(index)).body),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** What the recorded client sent, but for the id of its run, and of messages it made itself. */
function expectSent(sent: RunAgentInput, recording: Recorded | undefined): void {
  const { request } = recording ?? {};
  if (!request) throw new Error("nobody recorded the request");
  const withoutOwnId = (message: Message) => (message.role === "tool" ? { ...message, id: "" } : message);
  const comparable = ({ resume = [], ...input }: RunAgentInput) => ({
    ...input,
    messages: input.messages.map(withoutOwnId),
    runId: "",
    resume,
  });
  expect(comparable(sent)).toEqual(comparable(request));
}

const recordedThread = (name: string) => {
  const found = recordedThreads("sse").find((thread) => thread.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.runs;
};

/** The answers of the recorded client to the interrupts that are open in this thread. */
function recordedAnswers(thread: Thread, { request }: Recorded): readonly ResumeEntry[] {
  const { command } = Object(request?.forwardedProps) as { command?: { resume?: unknown } };
  if (!command) return request?.resume ?? [];
  const { interrupts } = thread.getSnapshot();
  return interrupts.map(({ id }) => ({
    interruptId: id,
    status: "resolved",
    payload: command.resume,
  }));
}

describe("answers to interrupts reach the server as the recorded client sent them", () => {
  test.each([
    "strands/interrupt-resume",
    "strands/interrupt-cancel",
    "strands/interrupt-two",
    "copilotkit/interrupt-resume",
    "langgraph/interrupt-resume",
    "langgraph/interrupt-legacy-command-resume",
    "tanstack/server-0.58/interrupt-approval-with-parent",
  ])("%s", async (name) => {
    const [first, second] = recordedThread(name);
    if (!first || !second) throw new Error("it takes two runs");
    await using play = await playing([first, second]);
    const { thread } = play;
    await thread.run();
    const answers = recordedAnswers(thread, second);
    expect(answers.length).toBeGreaterThan(0);
    // One by one, the last first: the order in which a person answers is the person's.
    for (const answer of answers.toReversed()) {
      expect(play.server.requests).toHaveLength(1);
      expect(await thread.resume([answer])).toEqual([]);
    }
    expectSent(await play.body(1), second);
    expect(play.server.requests).toHaveLength(2);
  });
});

describe("answers of tools reach the server as the recorded client sent them", () => {
  test.each([
    "strands/frontend-tool",
    "strands/frontend-tool-parallel",
    "copilotkit/frontend-tool",
    "langgraph/frontend-tool-parallel",
    "server-starter/frontend-tool",
    "tanstack/server-0.58/frontend-tool-as-resume",
  ])("%s", async (name) => {
    const [first, second] = recordedThread(name);
    if (!first || !second) throw new Error("it takes two runs");
    await using play = await playing([first, second]);
    const results = resultsIn(second);
    const ran: string[] = [];
    for (const tool of first.request?.tools ?? []) {
      play.thread.registerTool({
        name: tool.name,
        description: tool.description,
        // What a server was offered is a JSON Schema.
        parameters: tool.parameters as JsonSchema,
        handler: (_, { toolCallId }) => {
          ran.push(toolCallId);
          return results.get(toolCallId) ?? results.get("");
        },
      });
    }
    await play.thread.run();
    expectSent(await play.body(0), first);
    expectSent(await play.body(1), second);
    expect(ran.length).toBeGreaterThan(0);
    expect(new Set(ran).size).toBe(ran.length);
  });
});

test("a call that only a snapshot of the messages holds waits for a person", async () => {
  const [first, second] = recordedThread("server-starter/human-in-the-loop");
  if (!first || !second) throw new Error("it takes two runs");
  await using play = await playing([first, second]);
  const { thread } = play;
  thread.registerTool({ name: "generate_task_steps" });
  await thread.run();
  const [id, ...others] = thread.getSnapshot().run.pendingToolCallIds;
  expect(thread.getSnapshot().run.status).toBe("waiting");
  expect(others).toEqual([]);
  await thread.answerToolCall(id ?? "", { value: { accepted: true } });
  const sent = await play.body(1);
  expectSent({ ...sent, tools: [] }, second);
});

test("a call that the snapshot answers as well is not run", async () => {
  const [first] = recordedThread("server-starter/tool-based-generative-ui");
  if (!first) throw new Error("it takes a run");
  await using play = await playing([first]);
  const { thread } = play;
  const ran: unknown[] = [];
  thread.registerTool({ name: "generate_haiku", handler: (args) => ran.push(args) });
  await thread.run();
  expect(Object.values(thread.getSnapshot().toolCalls)).toMatchObject([{ status: "complete" }]);
  expect(ran).toEqual([]);
  expect(play.server.requests).toHaveLength(1);
});

/** What the recorded client's handlers returned, by call; under `""` where it went as an interrupt's answer. */
function resultsIn({ request }: Recorded): ReadonlyMap<string, unknown> {
  const tools = request?.messages.filter((one): one is ToolMessage => one.role === "tool") ?? [];
  return new Map([
    ...(request?.resume ?? []).map(({ payload }) => ["", payload as unknown] as const),
    ...tools.map(({ toolCallId, content }) => [toolCallId, content as unknown] as const),
  ]);
}

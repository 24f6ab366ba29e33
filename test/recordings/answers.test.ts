import { describe, expect, test } from "vitest";
import { httpAgent, type JsonSchema, type Thread } from "../../src/core.ts";
import type {
  Message,
  ResumeEntry,
  RunAgentInput,
  ToolMessage,
} from "../../src/protocol/events.ts";
import { sentMessages } from "../../src/store/run/sentMessages.ts";
import { protobuf } from "../support/encode.ts";
import { startHttpServer, type TestServer } from "../support/httpServer.ts";
import { LOSES_CALLS, withoutLostCalls } from "./lostCalls.ts";
import type { RecordedAnswer } from "./recordedAnswers.ts";
import { CONTENT_TYPES, threadFor } from "./replay.ts";
import { recordedThreads } from "./threads.ts";

interface Playing extends AsyncDisposable {
  readonly thread: Thread;
  readonly server: TestServer;
  /** Resolves with the body of the request at an index, counted from 0. */
  body(index: number): Promise<RunAgentInput>;
}

/** Returns a thread whose server replies with the recorded answers, in order. */
async function playing(runs: readonly RecordedAnswer[]): Promise<Playing> {
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

/**
 * Expects the request of the recorded client, except for the id of the run and of messages that the
 * client created.
 */
function expectSent(
  sent: RunAgentInput,
  recording: RecordedAnswer | undefined,
  name: string,
): void {
  const { request } = recording ?? {};
  if (!request) throw new Error("the recording has no request");
  const withoutOwnId = (message: Message) =>
    message.role === "tool" ? { ...message, id: "" } : message;
  const comparable = ({ resume = [], ...input }: RunAgentInput) => ({
    ...input,
    messages: input.messages.map(withoutOwnId),
    runId: "",
    resume,
  });
  const messages = LOSES_CALLS.has(name)
    ? [...withoutLostCalls(sent.messages, request.messages)]
    : sent.messages;
  expect(comparable({ ...sent, messages })).toEqual(
    comparable({ ...request, messages: sentMessages(request.messages) }),
  );
}

const recordedThread = (name: string) => {
  const found = recordedThreads("sse").find((thread) => thread.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.runs;
};

/** Returns the recorded client's answers to the interrupts that are open in the thread. */
function recordedAnswers(thread: Thread, { request }: RecordedAnswer): readonly ResumeEntry[] {
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
  ])("answers the interrupts of %s as the recorded client did", async (name) => {
    const [first, second] = recordedThread(name);
    if (!first || !second) throw new Error("it takes two runs");
    await using play = await playing([first, second]);
    const { thread } = play;
    await thread.run();
    const answers = recordedAnswers(thread, second);
    expect(answers.length).toBeGreaterThan(0);
    // Answered in reverse, because a user may answer in any order.
    for (const answer of answers.toReversed()) {
      expect(play.server.requests).toHaveLength(1);
      expect(await thread.resume([answer])).toEqual([]);
    }
    expectSent(await play.body(1), second, name);
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
  ])("answers the tools of %s as the recorded client did", async (name) => {
    const [first, second] = recordedThread(name);
    if (!first || !second) throw new Error("it takes two runs");
    await using play = await playing([first, second]);
    const results = resultsIn(second);
    const ran: string[] = [];
    for (const tool of first.request?.tools ?? []) {
      play.thread.registerTool({
        name: tool.name,
        description: tool.description,
        // Servers are offered tools with JSON Schemas.
        parameters: tool.parameters as JsonSchema,
        handler: (_, { toolCallId }) => {
          ran.push(toolCallId);
          return results.get(toolCallId) ?? results.get("");
        },
      });
    }
    await play.thread.run();
    expectSent(await play.body(0), first, name);
    expectSent(await play.body(1), second, name);
    expect(ran.length).toBeGreaterThan(0);
    expect(new Set(ran).size).toBe(ran.length);
  });
});

test("a call from a messages snapshot waits for the user", async () => {
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
  expectSent({ ...sent, tools: [] }, second, "");
});

test("a call whose result is in the same snapshot is not run", async () => {
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

/**
 * Returns the results of the recorded client's handlers by call, or under `""` when sent as the
 * answer of an interrupt.
 */
function resultsIn({ request }: RecordedAnswer): ReadonlyMap<string, unknown> {
  const tools = request?.messages.filter((one): one is ToolMessage => one.role === "tool") ?? [];
  return new Map([
    ...(request?.resume ?? []).map(({ payload }) => ["", payload as unknown] as const),
    ...tools.map(({ toolCallId, content }) => [toolCallId, content as unknown] as const),
  ]);
}

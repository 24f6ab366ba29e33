import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { Message, Tool } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import type { RunResult } from "../../../src/store/thread/threadOptions.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../../src/transport/http/httpAgentOptions.ts";
import { type RunningServer, type ServerName, startServer } from "../../servers/startServer.ts";

const servers: Partial<Record<ServerName, RunningServer>> = {};

beforeAll(async () => {
  for (const name of ["strands", "tanstack"] as const) servers[name] = await startServer(name);
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
});

/** Connection to a server: its name, its path for plain text, and options of HTTP. */
interface Connection {
  readonly name: string;
  readonly server: ServerName;
  readonly chat: string;
  readonly options?: Partial<HttpAgentOptions>;
}

const protobuf = {
  accept: "application/vnd.ag-ui.event+proto",
  protobuf: () => import("@ag-ui/proto"),
};
const connections: readonly Connection[] = [
  { name: "strands in SSE", server: "strands", chat: "/chat" },
  { name: "strands in protobuf", server: "strands", chat: "/chat", options: protobuf },
  { name: "tanstack in SSE", server: "tanstack", chat: "/chat" },
  { name: "tanstack in NDJSON", server: "tanstack", chat: "/chat-ndjson" },
];
const strandsConnections = connections.filter(({ server }) => server === "strands");

const changeBackground: Tool = {
  name: "change_background",
  description: "Change the background of the page",
  parameters: { type: "object", properties: { background: { type: "string" } } },
};

function agentOf({ server, options }: Connection, path: string): Agent {
  return httpAgent({ url: `${servers[server]?.url}${path}`, ...options });
}

function threadWith(connection: Connection, path: string, tools: readonly Tool[] = []): Thread {
  return createThread({ agent: agentOf(connection, path), tools });
}

/** Returns the messages as `role: text`, with the names of calls and results as `tool: …`. */
function transcript<TState>(thread: Thread<TState>): string[] {
  return thread.getSnapshot().messages.map((message) => `${message.role}: ${textOf(message)}`);
}

function textOf(message: Message): string {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  const names = calls.map((call) => `[${call.function.name}]`).join("");
  return names + (typeof message.content === "string" ? message.content : "");
}

describe.each(connections)("$name", (connection) => {
  it("answers, and remembers earlier messages", async () => {
    const thread = threadWith(connection, connection.chat);
    const first = await thread.send("hello");
    expect(first).toMatchObject({ outcome: "success", newMessages: [{ role: "assistant" }] });
    await thread.send("tell me a story");
    await thread.send("what did I say?");
    expect(transcript(thread)).toEqual([
      "user: hello",
      "assistant: Hello! How can I help you today?",
      "user: tell me a story",
      expect.stringMatching(
        /^assistant: # Café résumé[\s\S]*昔々[\s\S]*👩‍👩‍👧‍👦[\s\S]*The end\. 🏁$/,
      ),
      "user: what did I say?",
      "assistant: You said: hello / tell me a story",
    ]);
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  it("reports an error of the model, and the thread stays usable", async () => {
    const thread = threadWith(connection, connection.chat);
    const { outcome, error } = await thread.send("fail now");
    expect(outcome).toBe("error");
    expect(error).toMatchObject({ code: "run-error", message: "400 The model is overloaded" });
    expect(thread.getSnapshot().run).toMatchObject({ status: "error", outcome: "error" });
    expect((await thread.send("hello")).outcome).toBe("success");
  });

  it("keeps a partial answer after a lost connection, and a retry replaces it", async () => {
    const thread = threadWith(connection, connection.chat);
    const { outcome, error } = await thread.send("cut off");
    expect({ outcome, message: error?.message }).toEqual({
      outcome: "error",
      message: "terminated",
    });
    expect(transcript(thread)).toEqual(["user: cut off", "assistant: This answer will be cut "]);
    const half = thread.getSnapshot().messages[1];
    await thread.retry();
    // The server cuts the answer again, so a new message has the same text.
    expect(transcript(thread)).toEqual(["user: cut off", "assistant: This answer will be cut "]);
    expect(thread.getSnapshot().messages[1]?.id).not.toBe(half?.id);
  });

  it("stops during an answer, keeps its text, and answers the next message", async () => {
    const thread = threadWith(connection, connection.chat);
    const unsubscribe = thread.store.subscribe(({ messages }) => {
      if ((messages[1]?.content?.length ?? 0) > 10) thread.stop();
    });
    const { outcome } = await thread.send("count slowly");
    unsubscribe();
    expect(outcome).toBe("cancelled");
    const [, half] = transcript(thread);
    expect(half).toMatch(/^assistant: 1, 2, 3, 4/);
    expect(half?.length).toBeLessThan(200);

    const { outcome: next } = await whenFree(thread, await thread.send("hello"));
    expect(next).toBe("success");
    expect(transcript(thread)).toEqual([
      "user: count slowly",
      half,
      "user: hello",
      "assistant: Hello! How can I help you today?",
    ]);
  });

  it("shows a backend tool call with its result", async () => {
    const thread = threadWith(connection, "/backend-tool");
    expect((await thread.send("weather in Paris?")).outcome).toBe("success");
    expect(transcript(thread)).toEqual([
      "user: weather in Paris?",
      "assistant: [get_weather]",
      expect.stringContaining('tool: {"location":"Paris","temperature":18'),
      "assistant: It is 18°C and sunny in Paris.",
    ]);
    expect(thread.getSnapshot().toolCalls).toMatchObject({
      call_weather_1: { status: "complete" },
    });
    await thread.send("weather in Paris?");
    expect(transcript(thread)).toHaveLength(8);
    expect(thread.getSnapshot().toolCalls).toMatchObject({
      call_weather_2: { status: "complete" },
    });
  });

  it("shows reasoning where the stream contains it", async () => {
    const thread = threadWith(connection, "/reasoning");
    expect((await thread.send("think: 6 times 7")).outcome).toBe("success");
    const thought = "reasoning: The user asks for 6 times 7. Six sevens are forty-two.";
    // The server's encoder omits reasoning in protobuf.
    const isSeen = connection.options !== protobuf;
    expect(transcript(thread).slice(0, 3)).toEqual([
      "user: think: 6 times 7",
      ...(isSeen ? [thought] : []),
      "assistant: 6 × 7 = 42.",
    ]);
    expect((await thread.send("what did I say?")).outcome).toBe("success");
    expect(transcript(thread)).toContain("assistant: You said: think: 6 times 7");
  });
});

describe.each(strandsConnections)("$name alone", (connection) => {
  it("updates the shared state, and predicts it while the arguments stream", async () => {
    const server = agentOf(connection, "/shared-state");
    const agent: Agent = {
      // Splits batches, because the arguments and the final state arrive in one network chunk.
      async *run(input, options) {
        for await (const batch of server.run(input, options))
          yield* "type" in batch ? [batch] : batch;
      },
    };
    const thread = createThread<Record<string, unknown>>({ agent });
    const predicted: unknown[] = [];
    thread.subscribe({
      onEvent() {
        const { state, visibleState } = thread.getSnapshot();
        if (visibleState !== state) predicted.push(visibleState);
      },
    });
    // Predictions may load lazily, too late for the first run.
    for (let turn = 0; turn < 3 && predicted.length === 0; turn++) {
      thread.setState({ note: "no garlic" });
      expect((await thread.send("an italian recipe")).outcome).toBe("success");
      const { state, visibleState } = thread.getSnapshot();
      expect(state.recipe).toMatchObject({ title: "Pasta al Pomodoro" });
      expect(visibleState).toBe(state);
      expect(transcript(thread).at(-1)).toBe("assistant: I wrote a pasta recipe.");
    }
    expect(predicted).toContainEqual({
      note: "no garlic",
      recipe: expect.objectContaining({ title: "Pasta al Pomodoro" }),
    });
  });

  it.each([
    ["resolved", { time: "10:00" }, '{"scheduled":{"time":"10:00"}}'],
    ["cancelled", undefined, '{"scheduled":{"status":"cancelled"}}'],
  ] as const)("continues after an interrupt that was %s", async (status, payload, result) => {
    const thread = threadWith(connection, "/interrupt");
    expect((await thread.send("schedule a meeting")).outcome).toBe("interrupt");
    const { interrupts, run } = thread.getSnapshot();
    expect(run.status).toBe("waiting");
    expect(interrupts).toMatchObject([
      { id: "tool:call_meet_1:pick_time", reason: "confirmation" },
    ]);
    const { outcome } = await thread.run({
      resume: [{ interruptId: "tool:call_meet_1:pick_time", status, ...(payload && { payload }) }],
    });
    expect(outcome).toBe("success");
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(transcript(thread)).toEqual([
      "user: schedule a meeting",
      "assistant: [schedule_meeting]",
      `tool: ${result}`,
      "assistant: The meeting is settled.",
    ]);
  });

  it("cancels an interrupt when a new message is sent", async () => {
    const thread = threadWith(connection, "/interrupt");
    await thread.send("schedule a meeting");
    expect((await thread.send("never mind")).outcome).toBe("success");
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(transcript(thread)).toContain('tool: {"scheduled":{"status":"cancelled"}}');
    expect((await thread.send("hello")).outcome).toBe("success");
  });
});

describe("tanstack alone", () => {
  it("waits for a frontend tool, and continues with its result", async () => {
    // The server requires the id of the interrupted run.
    const runIds: string[] = [];
    const body: HttpAgentOptions["body"] = (input) =>
      input.resume ? { ...input, parentRunId: runIds.at(-2) } : input;
    const connection: Connection = {
      name: "",
      server: "tanstack",
      chat: "/chat",
      options: { body },
    };
    const thread = threadWith(connection, "/frontend-tool", [changeBackground]);
    thread.subscribe({ onRunStart: ({ runId }) => runIds.push(runId) });

    expect((await thread.send("make the background blue")).outcome).toBe("interrupt");
    expect(thread.getSnapshot().interrupts).toMatchObject([
      { id: "client_tool_call_bg_1", toolCallId: "call_bg_1" },
    ]);
    const { outcome } = await thread.run({
      resume: [
        { interruptId: "client_tool_call_bg_1", status: "resolved", payload: { done: true } },
      ],
    });
    expect(outcome).toBe("success");
    expect(transcript(thread)).toEqual([
      "user: make the background blue",
      "assistant: [change_background]",
      'tool: {"done":true}',
      "assistant: Done! The background is blue now.",
    ]);
  });
});

describe.each(["strands", "tanstack"] as const)("the %s server", (server) => {
  const connection: Connection = { name: server, server, chat: "/chat" };

  it("rejects an invalid body with a reason", async () => {
    const thread = threadWith({ ...connection, options: { body: () => ({}) } }, "/chat");
    const { error } = await thread.send("hello");
    expect(error).toMatchObject({ code: "http-status", context: { status: 400 } });
    expect(error?.context.body).toContain("error");
  });

  it("responds to an unknown path with an HTML page", async () => {
    const { error } = await threadWith(connection, "/nowhere").send("hello");
    expect(error).toMatchObject({ code: "http-status", context: { status: 404 } });
  });
});

/**
 * Retries a run that was refused, because strands keeps a thread busy shortly after an aborted
 * request.
 */
async function whenFree(thread: Thread, first: RunResult): Promise<RunResult> {
  let result = first;
  while (result.error?.context.agentCode === "THREAD_BUSY") result = await thread.retry();
  return result;
}

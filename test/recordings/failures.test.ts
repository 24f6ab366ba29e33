import { describe, expect, test } from "vitest";
import { httpAgent } from "../../src/core.ts";
import type { Message } from "../../src/protocol/events.ts";
import { serveBytes } from "../support/httpServer.ts";
import { readRecording } from "../support/recordings.ts";
import { readRecordedAnswer } from "./recordedAnswers.ts";
import { parametersOf, type Replayed, replay, threadFor } from "./replay.ts";

/** Summarizes a message: role, content, calls. */
function inShort(message: Message): string {
  const { content = "" } = message;
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return [message.role, text, ...calls.map((call) => call.function.name)].join(" | ");
}

const story = ({ snapshot }: Replayed) => snapshot.messages.map(inShort);
const codes = ({ snapshot }: Replayed) => snapshot.issues.map(({ code }) => code);

describe("errors that servers report", () => {
  test.each([
    ["strands/llm-error.1", "400 The model is overloaded", "STRANDS_ERROR"],
    ["tanstack/server-0.58/llm-error.1", "400 The model is overloaded", "400"],
    ["strands/backend-tool-bad-args", "unable to parse tool input JSON", "STRANDS_ERROR"],
    ["strands/cut-mid-stream", "terminated", "STRANDS_ERROR"],
    ["tanstack/server-0.58/cut-mid-stream", "terminated", undefined],
    ["copilotkit/cut-mid-stream", "Failed to process successful response", "INCOMPLETE_STREAM"],
    ["copilotkit/frontend-tool-unanswered.2", /^Tool result is missing/, undefined],
    ["strands/thread-busy.first", /^Another run is already in progress/, "THREAD_BUSY"],
    ["langgraph/error-mid-run", "Intentional error in a node", undefined],
  ])("%s fails the run with the server's own message", async (name, message, agentCode) => {
    const { result, snapshot } = await replay(readRecordedAnswer(name));
    expect(result.outcome).toBe("error");
    expect(result.error?.code).toBe("run-error");
    expect(result.error?.context.agentCode).toBe(agentCode);
    expect(snapshot.run).toMatchObject({ status: "error", outcome: "error" });
    expect(snapshot.run.error?.message).toMatch(message);
  });

  test("keeps the text before an error and marks the message as unfinished", async () => {
    for (const name of ["strands/cut-mid-stream", "tanstack/server-0.58/cut-mid-stream"]) {
      const { snapshot } = await replay(readRecordedAnswer(name));
      const last = snapshot.messages.at(-1);
      expect(last).toMatchObject({ role: "assistant", content: "This answer will be cut " });
      expect(snapshot.run.unfinishedIds).toEqual([last?.id]);
    }
  });

  test("keeps a call with broken arguments unchanged", async () => {
    const { snapshot } = await replay(readRecordedAnswer("strands/backend-tool-bad-args"));
    expect(snapshot.messages.at(-1)).toMatchObject({
      toolCalls: [{ function: { name: "get_weather", arguments: '{"location": "Par' } }],
    });
  });

  test("runs a thread again that was busy before", async () => {
    const { result, snapshot } = await replay(readRecordedAnswer("strands/thread-busy.second"));
    expect(result.outcome).toBe("success");
    expect(snapshot.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("reports the first of two errors as the cause", async () => {
    const replayed = await replay(readRecordedAnswer("langgraph/backend-unreachable"));
    expect(replayed.snapshot.run.error?.message).toMatch(/^Failed to retrieve assistant/);
    expect(codes(replayed)).toEqual(["outside-run"]);
  });

  test("applies the events after an error, and the run stays failed", async () => {
    const replayed = await replay(readRecordedAnswer("langgraph/error-mid-run"));
    expect(story(replayed)).toEqual([
      "user | hello",
      "assistant | Hello! How can I help you today?",
    ]);
    const { messages } = replayed.snapshot.state as { messages: readonly { type: string }[] };
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai"]);
    expect(replayed.snapshot.interrupts).toEqual([]);
    expect(new Set(codes(replayed))).toEqual(new Set(["outside-run", "not-open"]));
  });
});

describe("responses that are no stream", () => {
  test.each([
    ["strands", 400, "Invalid RunAgentInput"],
    ["copilotkit", 400, "Invalid request body"],
  ])("%s refuses a bad request with HTTP %i", async (server, status, words) => {
    const body = readRecording(`${server}/bad-input.error.txt`);
    await using refusing = await serveBytes(body, { status, contentType: "application/json" });
    const { request } = readRecordedAnswer(`${server}/plain-chat`);
    const thread = threadFor(httpAgent({ url: refusing.url }), request);
    const { outcome, error } = await thread.run(parametersOf(request));
    expect(outcome).toBe("error");
    expect(error?.code).toBe("http-status");
    expect(error?.context).toMatchObject({ status, body: expect.stringContaining(words) });
    expect(thread.getSnapshot().messages).toEqual(request?.messages);
    expect(thread.getSnapshot().run.status).toBe("error");
  });

  test("a login page fails the run and leaves the conversation unchanged", async () => {
    const { request } = readRecordedAnswer("strands/plain-chat");
    await using page = await serveBytes("<!doctype html><title>Sign in</title>", {
      contentType: "text/html",
    });
    const thread = threadFor(httpAgent({ url: page.url }), request);
    const { error } = await thread.run();
    expect(error?.code).toBe("content-type");
    expect(thread.getSnapshot().messages).toEqual(request?.messages);
  });

  test("an unknown thread gets an empty response", async () => {
    const { result, snapshot } = await replay(
      readRecordedAnswer("copilotkit/connect-empty-thread"),
    );
    expect(result.error?.code).toBe("incomplete-stream");
    expect(snapshot.messages).toEqual([]);
  });
});

describe("a replay of a thread", () => {
  const history = [
    "user | hello",
    "assistant | Hello! How can I help you today?",
    "user | weather in Paris?",
    "assistant |  | get_weather",
    expect.stringContaining('tool | {"location":"Paris"'),
    "assistant | It is 18°C and sunny in Paris.",
  ];

  test("restores all messages in a new tab, including those of the user", async () => {
    const replayed = await replay(readRecordedAnswer("copilotkit/connect.3-connect"));
    expect(story(replayed)).toEqual(history);
    expect(replayed.result.outcome).toBe("success");
    expect(codes(replayed)).toEqual([]);
  });

  test("adds nothing twice in a tab that already has the messages", async () => {
    const runs = ["copilotkit/connect.1-run", "copilotkit/connect.2-run"].map((name) =>
      readRecordedAnswer(name),
    );
    const connect = readRecordedAnswer("copilotkit/connect.3-connect");
    const answers = [...runs, connect].map(({ bytes }) => bytes);
    const agent = httpAgent({
      url: "http://agent.test/",
      fetch: async () =>
        new Response(answers.shift()?.slice(), {
          headers: { "content-type": "text/event-stream" },
        }),
    });
    const thread = threadFor(agent, runs[0]?.request);
    await thread.run();
    const question = runs[1]?.request?.messages.filter(({ id }) => id === "u2") ?? [];
    thread.setMessages((messages) => [...messages, ...question]);
    await thread.run();
    const lived = thread.getSnapshot().messages;
    await thread.run();
    expect(thread.getSnapshot().messages).toEqual(lived);
    expect(lived.map(inShort)).toEqual(history);
  });
});

describe("streams that the reference client refuses", () => {
  test("results and text after RUN_FINISHED belong to the run", async () => {
    const replayed = await replay(readRecordedAnswer("tanstack/server-0.58/backend-tool"));
    expect(story(replayed)).toEqual([
      "user | weather in Paris?",
      "assistant |  | get_weather",
      expect.stringContaining('tool | {"location":"Paris"'),
      "assistant | It is 18°C and sunny in Paris.",
    ]);
    expect(replayed.result.outcome).toBe("success");
    expect(replayed.snapshot.toolCalls.call_weather_1?.status).toBe("complete");
    expect(replayed.snapshot.run.pendingToolCallIds).toEqual([]);
  });

  test("results before RUN_STARTED answer the calls of the run before", async () => {
    const replayed = await replay(
      readRecordedAnswer("tanstack/server-0.58/interrupt-approval-with-parent.2"),
    );
    expect(story(replayed)).toEqual([
      "user | both delete",
      "assistant |  | delete_file | delete_file",
      'tool | {"deleted":"/dat/a"}',
      'tool | {"error":"User declined tool execution"}',
      "assistant | Both files were handled.",
    ]);
    const frontend = await replay(
      readRecordedAnswer("tanstack/server-0.58/frontend-tool-as-resume.2"),
    );
    expect(story(frontend).slice(2)).toEqual([
      'tool | {"status":"success"}',
      "assistant | Done! The background is blue now.",
    ]);
    // The error result, which the thread adds because this run is replayed alone, is replaced.
    expect(frontend.snapshot.messages[2]).not.toHaveProperty("error");
    expect(frontend.snapshot.toolCalls.call_bg_1?.status).toBe("complete");
  });

  test("an encrypted value without an owner is sent back", async () => {
    const { snapshot } = await replay(readRecordedAnswer("tanstack/server-0.58/reasoning"));
    expect(snapshot.messages.map(inShort)).toEqual([
      "user | think: 6 times 7",
      "reasoning | The user asks for 6 times 7. Six sevens are forty-two.",
      "assistant | 6 × 7 = 42.",
      "reasoning | ",
    ]);
    expect(snapshot.messages.at(-1)).toHaveProperty("encryptedValue");
  });

  test("an unanswered call gets an error result before the next request", async () => {
    for (const name of ["copilotkit/frontend-tool-unanswered.2", "copilotkit/interrupt-resume.2"]) {
      const { snapshot } = await replay(readRecordedAnswer(name));
      expect(snapshot.messages[2]).toMatchObject({ role: "tool", error: "not answered" });
    }
  });
});

describe("another system's stream, derived from its source", () => {
  test("separates reasoning and text with one id, and a result with an empty id", async () => {
    const replayed = await replay(readRecordedAnswer("awaken-derived/tool-run"));
    expect(story(replayed)).toEqual([
      "reasoning | Need weather.",
      "assistant | Let me check. | weather",
      'tool | {"temp":70}',
      'activity | {"delta":"fetching..."}',
      "assistant | It's 70F.",
    ]);
    expect(replayed.result).toMatchObject({
      outcome: "success",
      result: { response: "It's 70F." },
    });
  });

  test.each(["interrupt", "replay"])(
    "a draft interrupt is answered in the draft format (%s)",
    async (name) => {
      const { bytes } = readRecordedAnswer(`awaken-derived/${name}`);
      await using server = await serveBytes(bytes);
      const thread = threadFor(httpAgent({ url: server.url }), undefined);
      await thread.run();
      expect(thread.getSnapshot().interrupts).toMatchObject([
        { id: "suspend_tc1", reason: "tool:add_trips", format: "draft" },
      ]);
      expect(thread.getSnapshot().run.status).toBe("waiting");
      const answer = { interruptId: "suspend_tc1", payload: { approved: true } };
      await thread.run({ resume: [{ ...answer, status: "resolved" }] });
      expect(JSON.parse(server.requests[1]?.body ?? "")).toMatchObject({ resume: answer });
    },
  );
});

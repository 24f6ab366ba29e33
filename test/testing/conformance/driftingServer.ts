import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { Interrupt, Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { isRecord } from "../../../src/protocol/isRecord.ts";
import { reasoning, resultEvent, searchCall, wholeText } from "../../differential/build.ts";
import { startHttpServer, type TestServer } from "../../support/httpServer.ts";

export type Frame = Readonly<Record<string, unknown>>;

/** The deviation of an otherwise valid server. */
export interface Drift {
  /** Replaces the frames of a valid stream. A string is written unchanged. */
  readonly frames?: (frames: readonly Frame[], input: RunAgentInput) => readonly (Frame | string)[];
  /** Returns true for inputs to reject with HTTP 400. */
  readonly refuses?: (input: RunAgentInput) => boolean;
  readonly contentType?: string;
  /** True to reset the connection instead of ending the stream. */
  readonly isCut?: boolean;
}

/** Prompts that lead to each kind of answer of the server. */
export const prompts = ["everything", "ask me", { text: "show it", tools: [showTool()] }] as const;

function showTool() {
  return { name: "show", description: "Shows a line", parameters: { type: "object" } };
}

const question: Interrupt = {
  id: "i1",
  reason: "confirmation",
  toolCallId: "asked-1",
  expiresAt: "2099-01-01T00:00:00Z",
  responseSchema: {
    type: "object",
    required: ["choice"],
    properties: { choice: { enum: ["yes", "no"] } },
  },
};

function lastText({ messages }: RunAgentInput): string {
  const last: Message | undefined = messages.at(-1);
  return last?.role === "user" && typeof last.content === "string" ? last.content : "";
}

/** Creates a valid answer; for the prompt "everything", one with every event type. */
function validAnswer(input: RunAgentInput): readonly Frame[] {
  const { threadId, runId, messages, state = {}, resume } = input;
  const prompt = lastText(input);
  const started = { type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0", input };
  const finished = { type: "RUN_FINISHED", threadId, runId };
  const hello = wholeText(`${runId}-m1`, "Hello");
  // The builders return plain objects.
  const wrapInRun = (list: readonly unknown[], end: Frame = finished) =>
    [started, ...list, end] as readonly Frame[];

  if (resume) {
    const choice = resume[0]?.payload;
    const isValid = isRecord(choice) && choice.choice === "yes";
    return isValid
      ? wrapInRun([resultEvent(`${runId}-t1`, "asked-1", "done"), ...hello])
      : [{ type: "RUN_ERROR", message: "Invalid answer." }];
  }
  if (prompt === "ask me") {
    const outcome = { type: "interrupt", interrupts: [question] };
    return wrapInRun(searchCall("asked-1"), { ...finished, outcome });
  }
  if (prompt === "show it") {
    const outcome = { type: "success", pendingToolCallIds: ["shown-1"] };
    return wrapInRun(searchCall("shown-1", { toolCallName: "show" }), { ...finished, outcome });
  }
  if (prompt !== "everything") return wrapInRun(hello);
  const of = { subagentRunId: "h1" };
  const usage = [{ model: "m", inputTokens: 3, outputTokens: 2, totalTokens: 5 }];
  return wrapInRun(
    [
      { type: "MESSAGES_SNAPSHOT", messages },
      { type: "STATE_SNAPSHOT", snapshot: state },
      { type: "STATE_DELTA", delta: [{ op: "add", path: "/seen", value: true }] },
      { type: "STEP_STARTED", stepName: "look" },
      { type: "REASONING_START", messageId: "span-1" },
      ...reasoning("thought-1", "Hm"),
      { type: "REASONING_END", messageId: "span-1" },
      { type: "REASONING_MESSAGE_CHUNK", messageId: "thought-2", delta: "Well" },
      {
        type: "REASONING_ENCRYPTED_VALUE",
        subtype: "message",
        entityId: "thought-1",
        encryptedValue: "x",
      },
      ...searchCall("call-1"),
      resultEvent("result-1", "call-1"),
      { type: "TOOL_CALL_CHUNK", toolCallId: "call-2", toolCallName: "search", delta: "{}" },
      resultEvent("result-2", "call-2"),
      { type: "SUBAGENT_STARTED", subagentRunId: "h1", name: "helper" },
      ...wholeText("helper-1", "Done", of).map((event) => ({ ...event, ...of })),
      { type: "SUBAGENT_FINISHED", subagentRunId: "h1" },
      { type: "SUBAGENT_STARTED", subagentRunId: "h2", name: "helper" },
      { type: "SUBAGENT_ERROR", subagentRunId: "h2", message: "lost" },
      { type: "ACTIVITY_SNAPSHOT", messageId: "plan-1", activityType: "PLAN", content: { n: 1 } },
      {
        type: "ACTIVITY_DELTA",
        messageId: "plan-1",
        activityType: "PLAN",
        patch: [{ op: "replace", path: "/n", value: 2 }],
      },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "said-1", delta: "All" },
      { type: "RAW", event: { provider: 1 } },
      { type: "CUSTOM", name: "vendor.thing", value: 1, timestamp: 1_760_000_000_000 },
      { type: "STEP_FINISHED", stepName: "look" },
    ],
    { ...finished, usage },
  );
}

function failedRun(input: RunAgentInput): readonly Frame[] {
  const { threadId, runId } = input;
  return [
    { type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0" },
    { type: "RUN_ERROR", message: "as you wished", code: "WISH" },
  ];
}

/** Starts a server with valid answers, except for one deviation. */
export function startDriftingServer(drift: Drift = {}): Promise<TestServer> {
  return startHttpServer((response: ServerResponse, { body }) => {
    // The check sends only inputs.
    const input = JSON.parse(body) as RunAgentInput;
    if (drift.refuses?.(input)) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"error":"Invalid RunAgentInput"}');
      return;
    }
    const isFailing = lastText(input) === "fail";
    const valid = isFailing ? failedRun(input) : validAnswer(input);
    const frames = drift.frames?.(valid, input) ?? valid;
    response.writeHead(200, { "content-type": drift.contentType ?? "text/event-stream" });
    const isLines = drift.contentType?.includes("ndjson");
    const lines = frames.map((frame) => {
      const data = typeof frame === "string" ? frame : JSON.stringify(frame);
      return isLines ? `${data}\n` : `data: ${data}\n\n`;
    });
    if (!drift.isCut) {
      response.end(lines.join(""));
      return;
    }
    response.write(lines.slice(0, -1).join(""), () => response.destroy());
  });
}

/** A WebSocket server, closed by `await using`. */
export interface SocketServer extends AsyncDisposable {
  readonly url: string;
  /** The request headers of each socket. */
  readonly headers: readonly IncomingHttpHeaders[];
}

/** Starts a WebSocket server that answers each message with the frames of `answer`, then closes the socket. */
export async function startSocketServer(
  answer: (message: Frame) => readonly Frame[],
): Promise<SocketServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const headers: IncomingHttpHeaders[] = [];
  server.on("connection", (socket, request) => {
    headers.push(request.headers);
    socket.on("message", (data) => {
      const frames = answer(JSON.parse(String(data)));
      for (const frame of frames) socket.send(JSON.stringify(frame));
      if (frames.length > 0) socket.close(1000);
    });
  });
  // A server on a port always has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    headers,
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a valid answer to an input on a WebSocket. */
export function answerOnSocket(message: Frame): readonly Frame[] {
  // The check sends only inputs.
  return validAnswer(message as unknown as RunAgentInput);
}

/** Returns an answer in the dialect of Arkavo to a message in that dialect, else nothing. */
export function answerAsArkavo({ type }: Frame): readonly Frame[] {
  if (type !== "userMessage") return [];
  return [
    { type: "lifecycle.start", sessionId: "s1" },
    { type: "messageDelta", messageId: "m1", delta: { type: "text", text: "Hello" } },
    { type: "lifecycle.end", reason: "complete" },
  ];
}

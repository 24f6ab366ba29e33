import type { ServerResponse } from "node:http";
import type { EventInput, Interrupt, RunAgentInput } from "../../../src/protocol/events.ts";
import { wireFormats } from "../../support/encode.ts";

/** Error of a Python server that has failed. */
const TRACEBACK = `Traceback (most recent call last):
  File "/srv/agent/main.py", line 42, in run
    connect("postgres://admin:hunter2@db.internal/agents")
OperationalError: db.internal refused the connection`;

/** Schema of the answers to the questions of the agent, by the text of the message that asks for them. */
const questions: Readonly<Record<string, Omit<Interrupt, "id">>> = {
  "Ask for a choice": {
    reason: "input_required",
    message: "Which port?",
    responseSchema: { type: "string", enum: ["North", "South"], title: "Port" },
  },
  "Ask for a form": {
    reason: "input_required",
    message: "Where to?",
    responseSchema: {
      type: "object",
      properties: {
        city: { type: "string", title: "City", minLength: 2 },
        days: { type: "integer", title: "Days" },
      },
      required: ["city"],
    },
  },
};

/**
 * Answers a run by the text of the last message.
 *
 * @param calls - Number of runs so far, by the text of the last message.
 * @returns A function that ends the run, for a message that starts with "Hang".
 */
export function answerRun(
  response: ServerResponse,
  { threadId, runId, messages, resume }: RunAgentInput,
  calls: Map<string, number>,
): (() => void) | undefined {
  const last = messages.at(-1);
  const text = typeof last?.content === "string" ? last.content : "";
  const call = (calls.get(text) ?? 0) + 1;
  calls.set(text, call);
  const send = (...events: readonly EventInput[]) => {
    for (const event of events) response.write(wireFormats.sse.encode(event));
  };
  const write = (content: string) => {
    const messageId = `${runId}-text`;
    send(
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: content },
    );
    send({ type: "TEXT_MESSAGE_END", messageId });
  };
  const callTool = (toolCallName: string, args: unknown): string => {
    const toolCallId = `${runId}-call`;
    send(
      { type: "TOOL_CALL_START", toolCallId, toolCallName },
      { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(args) },
      { type: "TOOL_CALL_END", toolCallId },
    );
    return toolCallId;
  };
  const end = (...interrupts: readonly Interrupt[]) => {
    const outcome = { type: "interrupt" as const, interrupts: [...interrupts] };
    send({ type: "RUN_FINISHED", threadId, runId, ...(interrupts.length > 0 && { outcome }) });
    response.end();
  };

  if (text.startsWith("Crash")) {
    response.writeHead(500, { "content-type": "text/plain" });
    response.end(TRACEBACK);
    return undefined;
  }
  response.writeHead(200, { "content-type": wireFormats.sse.contentType });
  send({ type: "RUN_STARTED", threadId, runId });
  const id = `${runId}-interrupt`;
  const question = questions[text];
  if (resume) {
    write(`The answer is ${JSON.stringify(resume[0]?.payload)}.`);
    end();
  } else if (last?.role === "tool") {
    write(`The tool returned ${text}.`);
    end();
  } else if (question) {
    end({ id, ...question });
  } else if (text.startsWith("Ask for approval")) {
    end({ id, reason: "tool_call", toolCallId: callTool("send_email", { to: "ann@example.com" }) });
  } else if (text.startsWith("Paint")) {
    callTool("paint", { color: "red" });
    end();
  } else if (text.startsWith("Hang")) {
    write("I am thinking.");
    return end;
  } else if (text.startsWith("Trace")) {
    send({ type: "RUN_ERROR", message: TRACEBACK });
    response.end();
  } else if (text.startsWith("Fail") && call === 1) {
    send({ type: "RUN_ERROR", message: "The engine stalled." });
    response.end();
  } else {
    write(`Answer ${call} to “${text}”.\n\n\`\`\`ts\nconst answer = ${call};\n\`\`\``);
    end();
  }
  return undefined;
}

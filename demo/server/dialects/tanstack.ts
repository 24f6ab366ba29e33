import { readField } from "../../readField.ts";
import { type DemoDialect, type DialectEncoder, type Frame, inputOf } from "./demoDialect.ts";

const model = "demo-model-1";

/** Dialect of TanStack AI 0.10. */
export const tanstackServer: DemoDialect = {
  read(request) {
    const messages = readField(request, "messages");
    const threadId = readField(readField(request, "data"), "conversationId");
    if (!Array.isArray(messages) || typeof threadId !== "string") return undefined;
    const texts = messages.flatMap((message: unknown) => {
      const parts = readField(message, "parts");
      if (readField(message, "role") !== "user" || !Array.isArray(parts)) return [];
      return parts.map((part: unknown) => String(readField(part, "content") ?? "")).join("");
    });
    return inputOf(threadId, texts);
  },
  createEncoder: () => createSpeller(),
};

function createSpeller(): DialectEncoder {
  const wholes = new Map<string, string>();
  const names = new Map<string, string>();
  const grow = (id: string, delta: string) => {
    const whole = (wholes.get(id) ?? "") + delta;
    wholes.set(id, whole);
    return whole;
  };
  let runId = "";
  const frame = (type: string, fields: object): Frame => ({
    data: { type, ...fields, model, timestamp: Date.now() },
  });
  const start = () => {
    runId = `demo-${crypto.randomUUID().slice(0, 8)}`;
    return frame("RUN_STARTED", { runId });
  };
  const finish = (finishReason: string) =>
    frame("RUN_FINISHED", {
      runId,
      finishReason,
      usage: { promptTokens: 60, completionTokens: 40, totalTokens: 100 },
    });
  /** True when the model has called a tool and has not run again since. */
  let isTurnOver = false;

  return {
    encode(event) {
      switch (event.type) {
        case "RUN_STARTED":
          return [start()];
        case "TEXT_MESSAGE_START": {
          const { messageId } = event;
          const again = isTurnOver ? [start()] : [];
          isTurnOver = false;
          return [...again, frame(event.type, { messageId, role: "assistant" })];
        }
        case "TEXT_MESSAGE_CONTENT": {
          const { messageId, delta } = event;
          return [frame(event.type, { messageId, delta, content: grow(messageId, delta) })];
        }
        case "TEXT_MESSAGE_END":
          return [frame(event.type, { messageId: event.messageId })];
        case "TOOL_CALL_START": {
          const { toolCallId, toolCallName: toolName } = event;
          names.set(toolCallId, toolName);
          return [frame(event.type, { toolCallId, toolName, index: names.size - 1 })];
        }
        case "TOOL_CALL_ARGS": {
          const { toolCallId, delta } = event;
          return [frame(event.type, { toolCallId, delta, args: grow(toolCallId, delta) })];
        }
        case "TOOL_CALL_END": {
          const { toolCallId } = event;
          const input: unknown = JSON.parse(wholes.get(toolCallId) ?? "{}");
          return [frame(event.type, { toolCallId, toolName: names.get(toolCallId), input })];
        }
        case "TOOL_CALL_RESULT": {
          const { toolCallId, content: result } = event;
          const over = isTurnOver ? [] : [finish("tool_calls")];
          isTurnOver = true;
          const toolName = names.get(toolCallId);
          return [...over, frame("TOOL_CALL_END", { toolCallId, toolName, result })];
        }
        case "RUN_FINISHED":
          return [finish("stop")];
        case "RUN_ERROR":
          return [frame("RUN_ERROR", { runId, error: { message: event.message } })];
        default:
          return [];
      }
    },
    end: () => [{ data: "[DONE]" }],
  };
}

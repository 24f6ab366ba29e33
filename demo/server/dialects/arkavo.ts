import { readField } from "../../readField.ts";
import { type DemoDialect, type DialectEncoder, type Frame, inputOf } from "./demoDialect.ts";

const agentId = "ferries";

/** Dialect of the Arkavo Edge gateway, whose requests are WebSocket frames. */
export const arkavoServer: DemoDialect = {
  read(frame) {
    const content = readField(frame, "content");
    if (readField(frame, "type") !== "userMessage" || typeof content !== "string") return undefined;
    return inputOf(crypto.randomUUID(), [content]);
  },
  createEncoder: () => createSpeller(),
};

function createSpeller(): DialectEncoder {
  const calls = new Map<string, { readonly name: string; args: string }>();
  const frame = (data: object): Frame => ({ data });

  return {
    encode(event) {
      switch (event.type) {
        case "RUN_STARTED":
          return [frame({ type: "lifecycle.start", sessionId: event.runId })];
        case "TEXT_MESSAGE_CONTENT": {
          const { messageId, delta: text } = event;
          return [
            frame({ type: "messageDelta", agentId, messageId, delta: { type: "text", text } }),
          ];
        }
        case "TOOL_CALL_START":
          calls.set(event.toolCallId, { name: event.toolCallName, args: "" });
          return [];
        case "TOOL_CALL_ARGS": {
          const call = calls.get(event.toolCallId);
          if (call) call.args += event.delta;
          return [];
        }
        case "TOOL_CALL_END": {
          const { toolCallId: id } = event;
          const { name, args = "{}" } = calls.get(id) ?? {};
          return [frame({ type: "toolCall", id, name, arguments: JSON.parse(args) })];
        }
        case "TOOL_CALL_RESULT": {
          const { toolCallId, content } = event;
          const text = typeof content === "string" ? content : "null";
          return [frame({ type: "toolResult", toolCallId, result: JSON.parse(text) })];
        }
        case "RUN_FINISHED":
          return [frame({ type: "lifecycle.end", reason: "complete" })];
        case "RUN_ERROR":
          return [frame({ type: "lifecycle.error", code: event.code, message: event.message })];
        // The gateway's messages have no start and no end.
        default:
          return [];
      }
    },
    end: () => [],
  };
}

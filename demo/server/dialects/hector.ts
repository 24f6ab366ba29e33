import { readField } from "../../readField.ts";
import { type DemoDialect, type DialectEncoder, type Frame, inputOf } from "./demoDialect.ts";

/** Dialect of the released version of Hector. */
export const hectorServer: DemoDialect = {
  read(body) {
    const request = readField(body, "request");
    const parts = readField(request, "parts");
    const threadId = readField(request, "contextId") ?? crypto.randomUUID();
    if (!Array.isArray(parts)) return undefined;
    const texts = parts.map((part: unknown) => String(readField(part, "text") ?? "")).join("");
    return inputOf(String(threadId), [texts]);
  },
  createEncoder: ({ threadId }) => createSpeller(threadId),
};

function createSpeller(contextId: string): DialectEncoder {
  const messageId = `msg-${Date.now()}`;
  const calls = new Map<string, { readonly toolName: string; args: string }>();
  let count = 0;
  const frame = (event: string, payload: object): Frame => {
    count += 1;
    const name = event.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const type = `AGUI_EVENT_TYPE_${event.toUpperCase()}`;
    const timestamp = new Date().toISOString();
    return { event, data: { eventId: `e${count}`, type, timestamp, [name]: payload } };
  };

  return {
    encode(event) {
      switch (event.type) {
        case "RUN_STARTED":
          return [frame("message_start", { messageId, contextId, role: "agent" })];
        case "TEXT_MESSAGE_START":
          return [frame("content_block_start", { blockId: event.messageId, blockType: "text" })];
        case "TEXT_MESSAGE_CONTENT": {
          const { messageId: blockId, delta } = event;
          return [frame("content_block_delta", { blockId, delta })];
        }
        case "TEXT_MESSAGE_END":
          return [frame("content_block_stop", { blockId: event.messageId })];
        case "TOOL_CALL_START":
          calls.set(event.toolCallId, { toolName: event.toolCallName, args: "" });
          return [];
        case "TOOL_CALL_ARGS": {
          const call = calls.get(event.toolCallId);
          if (call) call.args += event.delta;
          return [];
        }
        case "TOOL_CALL_END": {
          const { toolCallId } = event;
          const { toolName, args = "{}" } = calls.get(toolCallId) ?? {};
          // Hector reports a call when its arguments are complete.
          return [frame("tool_call_start", { toolCallId, toolName, input: JSON.parse(args) })];
        }
        case "TOOL_CALL_RESULT": {
          const { toolCallId, content: result } = event;
          return [frame("tool_call_stop", { toolCallId, finalInput: {}, result })];
        }
        case "RUN_FINISHED":
          return [frame("message_stop", { messageId })];
        case "RUN_ERROR":
          return [{ event: "error", data: { error: { message: event.message } } }];
        default:
          return [];
      }
    },
    end: () => [{ event: "done", data: {} }],
  };
}

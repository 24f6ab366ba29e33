import { readField } from "../../readField.ts";
import { type DemoDialect, type DialectEncoder, type Frame, inputOf } from "./demoDialect.ts";

/** Dialect of Awaken 0.6. */
export const awakenServer: DemoDialect = {
  read(request) {
    const messages = readField(request, "messages");
    const threadId = readField(request, "threadId") ?? crypto.randomUUID();
    // Awaken answers a request without a message with 400.
    if (!Array.isArray(messages) || messages.length === 0) return undefined;
    const texts = messages.flatMap((message: unknown) =>
      readField(message, "role") === "user" ? String(readField(message, "content") ?? "") : [],
    );
    return inputOf(String(threadId), texts);
  },
  createEncoder: () => createSpeller(),
};

function createSpeller(): DialectEncoder {
  let response = "";
  let step = 0;
  /** True after a tool result, which precedes another call of the model. */
  let isStepOver = false;
  const frame = (data: object): Frame => ({ data });
  const begin = () => {
    step += 1;
    return frame({ type: "STEP_STARTED", stepName: `step_${step}` });
  };
  const end = () => frame({ type: "STEP_FINISHED", stepName: `step_${step}` });

  return {
    encode(event) {
      switch (event.type) {
        case "RUN_STARTED": {
          const { type, threadId, runId } = event;
          return [frame({ type, threadId, runId }), begin()];
        }
        case "TEXT_MESSAGE_START": {
          const { type, messageId } = event;
          const next = isStepOver ? [end(), begin()] : [];
          isStepOver = false;
          response = "";
          return [...next, frame({ type, messageId, role: "assistant" })];
        }
        case "TEXT_MESSAGE_CONTENT":
          response += event.delta;
          return [frame(event)];
        case "TOOL_CALL_RESULT": {
          const { type, toolCallId, content } = event;
          isStepOver = true;
          // Awaken sends this message without an id.
          return [frame({ type, messageId: "", toolCallId, content, role: "tool" })];
        }
        case "RUN_FINISHED": {
          const { type, threadId, runId } = event;
          return [end(), frame({ type, threadId, runId, result: { response } })];
        }
        default:
          return [frame(event)];
      }
    },
    end: () => [],
  };
}

import { Chat } from "@ai-sdk/react";

/** Chunk types of the AI SDK for the same events. State and patches have no equivalent. */
const CHUNKS = {
  TEXT_MESSAGE_START: ({ messageId }) => ({ type: "text-start", id: messageId }),
  TEXT_MESSAGE_CONTENT: ({ messageId, delta }) => ({ type: "text-delta", id: messageId, delta }),
  TEXT_MESSAGE_END: ({ messageId }) => ({ type: "text-end", id: messageId }),
  REASONING_MESSAGE_START: ({ messageId }) => ({ type: "reasoning-start", id: messageId }),
  REASONING_MESSAGE_CONTENT: ({ messageId, delta }) => ({
    type: "reasoning-delta",
    id: messageId,
    delta,
  }),
  REASONING_MESSAGE_END: ({ messageId }) => ({ type: "reasoning-end", id: messageId }),
  TOOL_CALL_START: ({ toolCallId, toolCallName }) => ({
    type: "tool-input-start",
    toolCallId,
    toolName: toolCallName,
    dynamic: true,
  }),
  TOOL_CALL_ARGS: ({ toolCallId, delta }) => ({
    type: "tool-input-delta",
    toolCallId,
    inputTextDelta: delta,
  }),
  TOOL_CALL_END: ({ toolCallId }, { expected }) => ({
    type: "tool-input-available",
    toolCallId,
    toolName: "list",
    dynamic: true,
    input: JSON.parse(expected),
  }),
};

const resolveComponent = ({ parts }, type) => parts.find((part) => part.type === type);

const read = {
  text: (message) => resolveComponent(message, "text").text,
  reasoning: (message) => resolveComponent(message, "reasoning").text,
  tool: (message) => JSON.stringify(resolveComponent(message, "dynamic-tool").input),
};

export const aiSdk = {
  name: "AI SDK",
  packages: ["ai", "@ai-sdk/react"],
  kinds: Object.keys(read),
  prepare({ stream, messages }) {
    const chunks = stream.events.flatMap((event) => CHUNKS[event.type]?.(event, stream) ?? []);
    const all = [{ type: "start", messageId: "m1" }, { type: "start-step" }];
    all.push(...chunks, { type: "finish-step" }, { type: "finish" });
    const parts = ({ content }) => [{ type: "text", text: content }];
    const before = messages.map(({ id, role, content }) => ({
      id,
      role,
      parts: parts({ content }),
    }));
    return { chunks: all, before, kind: stream.kind };
  },
  async run({ chunks, before, kind }) {
    let notifiedCount = 0;
    let failure;
    const chat = new Chat({
      messages: before,
      transport: { sendMessages: async () => ReadableStream.from(chunks) },
      onError(error) {
        failure = error;
      },
    });
    chat["~registerMessagesCallback"](() => {
      notifiedCount++;
    });
    await chat.sendMessage({ text: "Go on." });
    if (failure) throw failure;
    return { notifiedCount, value: read[kind](chat.messages.at(-1)) };
  },
};

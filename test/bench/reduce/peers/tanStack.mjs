import { StreamProcessor } from "@tanstack/ai/client";

const resolveComponent = ({ parts }, type) => parts.find((part) => part.type === type);

const read = {
  text: (message) => resolveComponent(message, "text").content,
  reasoning: (message) => resolveComponent(message, "thinking").content,
  tool: (message) => resolveComponent(message, "tool-call").arguments,
};

/**
 * Stream processor of TanStack's chat client. The client itself additionally waits for a timer
 * after every chunk.
 */
export const tanStack = {
  name: "TanStack AI",
  packages: ["@tanstack/ai"],
  kinds: Object.keys(read),
  prepare({ stream, messages }) {
    const run = { threadId: "t1", runId: "r1" };
    const chunks = [
      { type: "RUN_STARTED", ...run },
      ...stream.events,
      { type: "RUN_FINISHED", ...run, finishReason: "stop" },
    ].map((event) => ({ timestamp: 1, model: "bench", ...event }));
    const initialMessages = messages.map(({ id, role, content }) => ({
      id,
      role,
      parts: [{ type: "text", content }],
      createdAt: new Date(0),
    }));
    return { chunks, initialMessages, kind: stream.kind };
  },
  async run({ chunks, initialMessages, kind }) {
    let notifiedCount = 0;
    const onMessagesChange = () => {
      notifiedCount++;
    };
    const processor = new StreamProcessor({ initialMessages, events: { onMessagesChange } });
    processor.prepareAssistantMessage();
    await processor.process(iterate(chunks));
    return { notifiedCount, value: read[kind](processor.getMessages().at(-1)) };
  },
};

async function* iterate(chunks) {
  yield* chunks;
}

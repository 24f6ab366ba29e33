import { StreamProcessor } from "@tanstack/ai/client";

const resolveComponent = ({ parts }, type) => parts.find((part) => part.type === type);

const read = {
  text: (message) => resolveComponent(message, "text").content,
  reasoning: (message) => resolveComponent(message, "thinking").content,
  tool: (message) => resolveComponent(message, "tool-call").arguments,
};

/** What its chat client is made of: the client itself waits for a timer behind every chunk besides. */
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
    let heard = 0;
    const onMessagesChange = () => {
      heard++;
    };
    const processor = new StreamProcessor({ initialMessages, events: { onMessagesChange } });
    processor.prepareAssistantMessage();
    await processor.process(iterate(chunks));
    return { heard, value: read[kind](processor.getMessages().at(-1)) };
  },
};

async function* iterate(chunks) {
  yield* chunks;
}

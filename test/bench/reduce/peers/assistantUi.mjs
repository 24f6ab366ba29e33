import { createRequire } from "node:module";
import { readyAgent } from "./agUiClient.mjs";

const entry = import.meta.resolve("@assistant-ui/react-ag-ui");
const { AbstractAgent } = createRequire(entry)("@ag-ui/client");
// Runtime of the hook, without React, imported by path because no entry of the package exports it.
const { AgUiThreadRuntimeCore } = await import(
  new URL("runtime/AgUiThreadRuntimeCore.js", entry).href
);
const { fromThreadMessageLike } = await import(createRequire(entry).resolve("@assistant-ui/core"));

const part = (core, type) => {
  const found = core
    .getMessages()
    .at(-1)
    .content.find((one) => one.type === type);
  return found;
};

const read = {
  text: (core) => part(core, "text").text,
  reasoning: (core) => part(core, "reasoning").text,
  tool: (core) => part(core, "tool-call").argsText,
  state: (core) => core.getState(),
};

export const assistantUi = {
  name: "assistant-ui",
  packages: ["@assistant-ui/react-ag-ui"],
  kinds: Object.keys(read),
  prepare(input) {
    const agent = readyAgent(AbstractAgent, { ...input, messages: [] });
    const done = { type: "complete", reason: "stop" };
    const messages = input.messages.map((message) =>
      fromThreadMessageLike(message, message.id, done),
    );
    return { agent, messages, kind: input.stream.kind };
  },
  async run({ agent, messages, kind }) {
    let notifiedCount = 0;
    const core = new AgUiThreadRuntimeCore({
      agent,
      logger: {},
      showThinking: true,
      onError(error) {
        throw error;
      },
      notifyUpdate() {
        notifiedCount++;
      },
    });
    core.applyExternalMessages(messages);
    await core.append({
      role: "user",
      content: [{ type: "text", text: "Go on." }],
      parentId: messages.at(-1)?.id ?? null,
      sourceId: null,
      runConfig: {},
      attachments: [],
      metadata: { custom: {} },
      createdAt: new Date(0),
    });
    return { notifiedCount, value: read[kind](core) };
  },
};

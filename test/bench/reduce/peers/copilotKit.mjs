import { createRequire } from "node:module";
import { CopilotKitCore } from "@copilotkit/core";
import { readyAgent } from "./agUiClient.mjs";
import { readMessages } from "./readMessages.mjs";

// The version of the client that CopilotKit has, which is not the newest.
const { AbstractAgent } = createRequire(import.meta.resolve("@copilotkit/core"))("@ag-ui/client");

export const copilotKit = {
  name: "CopilotKit core",
  packages: ["@copilotkit/core"],
  kinds: Object.keys(readMessages),
  prepare: (input) => ({ agent: readyAgent(AbstractAgent, input), kind: input.stream.kind }),
  async run({ agent, kind }) {
    const core = new CopilotKitCore({ agents__unsafe_dev_only: { bench: agent } });
    let heard = 0;
    const count = () => {
      heard++;
    };
    agent.subscribe({ onMessagesChanged: count, onStateChanged: count });
    await core.runAgent({ agent });
    return { heard, value: readMessages[kind](agent) };
  },
};

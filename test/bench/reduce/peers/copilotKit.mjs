import { createRequire } from "node:module";
import { CopilotKitCore } from "@copilotkit/core";
import { readyAgent } from "./agUiClient.mjs";
import { readMessages } from "./readMessages.mjs";

// CopilotKit's own version of the client, which is not the latest.
const { AbstractAgent } = createRequire(import.meta.resolve("@copilotkit/core"))("@ag-ui/client");

export const copilotKit = {
  name: "CopilotKit core",
  packages: ["@copilotkit/core"],
  kinds: Object.keys(readMessages),
  prepare: (input) => ({ agent: readyAgent(AbstractAgent, input), kind: input.stream.kind }),
  async run({ agent, kind }) {
    const core = new CopilotKitCore({ agents__unsafe_dev_only: { bench: agent } });
    let notifiedCount = 0;
    const count = () => {
      notifiedCount++;
    };
    agent.subscribe({ onMessagesChanged: count, onStateChanged: count });
    await core.runAgent({ agent });
    return { notifiedCount, value: readMessages[kind](agent) };
  },
};

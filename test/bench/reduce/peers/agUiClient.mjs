import { AbstractAgent } from "@ag-ui/client";
import { from } from "rxjs";
import { readMessages } from "./readMessages.mjs";

/** Creates an agent of the protocol's own client that yields prepared events. */
export function readyAgent(Base, { stream, messages }) {
  return new (class extends Base {
    run({ threadId, runId }) {
      return from([
        { type: "RUN_STARTED", threadId, runId },
        ...stream.events,
        { type: "RUN_FINISHED", threadId, runId },
      ]);
    }
    clone() {
      // Libraries clone an agent before use; a single instance suffices for one run.
      return this;
    }
  })({ threadId: "t1", agentId: "bench", initialMessages: structuredClone(messages) });
}

export const agUiClient = {
  name: "@ag-ui/client",
  packages: ["@ag-ui/client"],
  kinds: Object.keys(readMessages),
  prepare: (input) => ({ agent: readyAgent(AbstractAgent, input), kind: input.stream.kind }),
  async run({ agent, kind }) {
    let notifiedCount = 0;
    const count = () => {
      notifiedCount++;
    };
    await agent.runAgent({}, { onMessagesChanged: count, onStateChanged: count });
    return { notifiedCount, value: readMessages[kind](agent) };
  },
};

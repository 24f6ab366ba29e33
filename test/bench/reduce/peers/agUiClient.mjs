import { AbstractAgent } from "@ag-ui/client";
import { from } from "rxjs";
import { readMessages } from "./readMessages.mjs";

/** An agent of the protocol's own client that has everything ready. */
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
      // What hands agents out gives everyone an agent of their own; one is all there is here.
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
    let heard = 0;
    const count = () => {
      heard++;
    };
    await agent.runAgent({}, { onMessagesChanged: count, onStateChanged: count });
    return { heard, value: readMessages[kind](agent) };
  },
};

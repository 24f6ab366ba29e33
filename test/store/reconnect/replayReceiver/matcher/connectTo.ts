import { createThread, type EventInput } from "../../../../../src/core.ts";
import { runEvents } from "../../../../support/runEvents.ts";

/** Connects a fresh thread to a server that sends these events, and returns its snapshot. */
export async function connectTo(events: readonly EventInput[]) {
  const thread = createThread({
    threadId: "t1",
    agent: {
      async *run({ runId }) {
        yield* runEvents(runId);
      },
      async *connect() {
        yield* structuredClone(events);
      },
    },
  });
  await thread.connect();
  return thread.getSnapshot();
}

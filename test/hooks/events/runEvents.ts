import type { EventInput } from "../../../src/protocol/events.ts";

export const run = (runId: string, ...events: readonly EventInput[]): EventInput[] => [
  { type: "RUN_STARTED", threadId: "t1", runId },
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId },
];

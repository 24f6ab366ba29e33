import type { Agent } from "../../../src/protocol/agent.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { finished, started, textDelta } from "../../support/runEvents.ts";

const counts: EventInput = { type: "STATE_DELTA", delta: [{ op: "add", path: "/-", value: 1 }] };

/** A run whose events are not idempotent, with multi-byte characters. */
export const RUN: readonly EventInput[] = [
  started,
  { type: "STATE_SNAPSHOT", snapshot: [] },
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  textDelta("ö👩‍🚀 "),
  textDelta("ö👩‍🚀 "),
  counts,
  counts,
  textDelta("x"),
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  finished,
];

export async function playCutRun(agent: Agent) {
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 3 } });
  const { outcome } = await thread.send("Hi");
  const { messages, state } = thread.getSnapshot();
  return { outcome, texts: messages.map(({ content }) => content), state };
}

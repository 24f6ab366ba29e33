import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { type Cut, cuttableAgent, MANNERS, type Manner } from "./cuttableAgent.ts";

const initialRun: readonly EventInput[] = runEvents("r0", ...assistantText("Known", "m0"));
const events: readonly EventInput[] = runEvents(
  "r1",
  { type: "STEP_STARTED", stepName: "think" },
  { type: "STEP_FINISHED", stepName: "think" },
  ...assistantText("One", "m1"),
);

/** Connects over connections that end at these cuts, and returns the received events and the shown messages. */
async function connectWithCuts(manner: Manner, cuts: readonly Cut[], isKnown: boolean) {
  const connections = cuttableAgent(isKnown ? [...initialRun, ...events] : events, {
    cuts,
    manner,
  });
  const agent = {
    ...connections,
    async *run() {
      yield [...initialRun];
    },
  };
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 } });
  if (isKnown) await thread.run();
  const received: string[] = [];
  thread.subscribe({ onEvent: ({ type }) => received.push(type) });
  const { outcome } = await thread.connect();
  const { messages, issues, run: last } = thread.getSnapshot();
  return { received, messages, issues, outcome, runId: last.runId };
}

describe.each([
  ["an empty thread", false],
  ["a thread with a known run", true],
])("a run that is cut while %s follows it", (_, isKnown) => {
  test.each([...MANNERS, "after the cursor, started again" as const])(
    "is received once when it is replayed %s",
    async (manner) => {
      const whole = await connectWithCuts(manner, [], isKnown);
      expect(whole.received).toEqual(events.map(({ type }) => type));
      expect(whole.issues).toEqual([]);
      const before = isKnown ? initialRun.length : 0;
      for (let at = before + 1; at < before + events.length; at++) {
        const cuts: readonly Cut[] = [
          { at, how: "broken" },
          { at, how: "broken" },
        ];
        expect(await connectWithCuts(manner, cuts, isKnown), `after ${at} events`).toEqual(whole);
      }
    },
  );
});

import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { type Cut, cuttableAgent, MANNERS, type Manner } from "./cuttableAgent.ts";
import { run, text } from "./wholeRuns.ts";

const known: readonly EventInput[] = run("r0", ...text("Known", "m0"));
const events: readonly EventInput[] = run(
  "r1",
  { type: "STEP_STARTED", stepName: "think" },
  { type: "STEP_FINISHED", stepName: "think" },
  ...text("One", "m1"),
);

/** What is heard and shown of a run that is only listened to, over connections that end there. */
async function listen(manner: Manner, cuts: readonly Cut[], isKnown: boolean) {
  const told = cuttableAgent(isKnown ? [...known, ...events] : events, { cuts, manner });
  const agent = {
    ...told,
    async *run() {
      yield [...known];
    },
  };
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 } });
  if (isKnown) await thread.run();
  const heard: string[] = [];
  thread.subscribe({ onEvent: ({ type }) => heard.push(type) });
  const { outcome } = await thread.connect();
  const { messages, issues, run: last } = thread.getSnapshot();
  return { heard, messages, issues, outcome, runId: last.runId };
}

describe.each([
  ["an empty thread", false],
  ["a thread of which a run is known", true],
])("a run that is listened to in %s, and is cut before anything of it is shown", (_, isKnown) => {
  test.each([...MANNERS, "after the cursor, started again" as const])(
    "is heard once, told %s",
    async (manner) => {
      const whole = await listen(manner, [], isKnown);
      expect(whole.heard).toEqual(events.map(({ type }) => type));
      expect(whole.issues).toEqual([]);
      const before = isKnown ? known.length : 0;
      for (let at = before + 1; at < before + events.length; at++) {
        const cuts: readonly Cut[] = [
          { at, how: "broken" },
          { at, how: "broken" },
        ];
        expect(await listen(manner, cuts, isKnown), `after ${at} events`).toEqual(whole);
      }
    },
  );
});

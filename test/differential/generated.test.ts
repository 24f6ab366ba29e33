import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventOf, EventType } from "../../src/protocol/events.ts";
import { stateAfter } from "../../src/store/eventLog/compact/compactState.ts";
import { shiftSeed } from "../support/shiftSeed.ts";
import { expectSameAsReference } from "./compare.ts";
import type { Conversation } from "./conversation.ts";
import { commands } from "./generate/commands.ts";
import { interpret } from "./generate/run.ts";
import { silenceConsole } from "./playReference.ts";

type StateEvent = EventOf<"STATE_SNAPSHOT"> | EventOf<"STATE_DELTA">;

const conversations = commands(40).map(interpret);

silenceConsole();

/** Returns true when a run opens with a blank state, which no later event changes, and does not succeed. */
function breaksOffBlank({ events }: Conversation["turns"][number]): boolean {
  const states = events.filter(({ type }) => String(type).startsWith("STATE_"));
  const [first, ...later] = states as readonly StateEvent[];
  const isBlank =
    first?.type === "STATE_SNAPSHOT" && /^(null|\{\})$/.test(JSON.stringify(first.snapshot));
  // A patch that fails changes nothing.
  const isUnchanged = isBlank && later.every((event) => !stateAfter(event, first.snapshot));
  return isUnchanged && events.at(-1)?.type !== "RUN_FINISHED";
}

test("1,000 random threads end as in the reference client, and a strict thread accepts them", {
  timeout: 600_000,
}, async () => {
  const types = new Map<unknown, number>();
  const counts = { turns: 0, resumed: 0 };
  await fc.assert(
    fc.asyncProperty(conversations, async (conversation) => {
      // In this case our thread keeps the state that was sent to the run, and the reference the
      // state of the snapshot.
      fc.pre(!conversation.turns.some(breaksOffBlank));
      await expectSameAsReference(conversation);
      for (const { events, resume } of conversation.turns) {
        counts.turns += 1;
        if (resume) counts.resumed += 1;
        for (const { type } of events) types.set(type, (types.get(type) ?? 0) + 1);
      }
    }),
    { seed: shiftSeed(20_261), numRuns: 1000 },
  );

  // Fails when the generator no longer emits every type of event.
  for (const type of Object.values(EventType)) {
    expect(types.get(type), type).toBeGreaterThan(10);
  }
  expect(counts.turns).toBeGreaterThan(1500);
  expect(counts.resumed).toBeGreaterThan(100);
});

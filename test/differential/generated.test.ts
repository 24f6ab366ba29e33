import fc from "fast-check";
import { expect, test } from "vitest";
import { EventType } from "../../src/protocol/events.ts";
import { shiftSeed } from "../support/shiftSeed.ts";
import { breaksOffBlank } from "./breaksOffBlank.ts";
import { expectSameAsReference } from "./compare.ts";
import { commands } from "./generate/commands.ts";
import { interpretCommands } from "./generate/interpretCommands.ts";
import { silenceConsole } from "./playReference.ts";

const conversations = commands(40).map(interpretCommands);

silenceConsole();

test("1,000 random threads end as in the reference client, and a strict thread accepts them", {
  timeout: 600_000,
}, async () => {
  const types = new Map<unknown, number>();
  const counts = { turns: 0, resumed: 0 };
  await fc.assert(
    fc.asyncProperty(conversations, async (conversation) => {
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

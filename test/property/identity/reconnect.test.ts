import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseThread, serializeThread } from "../../../src/core.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { MANNERS } from "../../store/reconnect/cuttableAgent.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { cutRequests, cutsIn, essence, playWithCuts } from "../playWithCuts.ts";
import { snapshotFaults } from "./identityFaults.ts";
import { randomRuns, turnsOf } from "./randomRuns.ts";

silenceConsole();

test("a lost connection doubles nothing, whatever ids a server uses again, omits or repeats", {
  timeout: 600_000,
}, async () => {
  let connects = 0;
  await fc.assert(
    fc.asyncProperty(
      randomRuns(["finished", "finished", "finished", "failed"]),
      cutRequests,
      fc.constantFrom(...MANNERS),
      fc.constantFrom(1, 2, 5),
      fc.boolean(),
      async (runs, requests, manner, batch, replaysAll) => {
        const how = { manner, batch, marks: 1, replaysAll };
        const whole = await playWithCuts(turnsOf(runs), { cuts: () => [], ...how }, {});
        const cuts = (events: readonly unknown[]) => cutsIn(events, requests);
        const cut = await playWithCuts(turnsOf(runs), { cuts, ...how }, {});
        connects += cut.connects;
        expect(snapshotFaults(cut.snapshot)).toEqual([]);
        deepStrictEqual(contentOf(cut.snapshot), contentOf(whole.snapshot));
        const { snapshot } = parseThread(await serializeThread(cut.thread));
        deepStrictEqual(contentOf(snapshot), contentOf(cut.snapshot));
      },
    ),
    { seed: shiftSeed(20_282), numRuns: 200 },
  );
  expect(connects).toBeGreaterThan(200);
});

/** Returns the essence without issues: a replay reports some again. */
function contentOf(snapshot: Parameters<typeof essence>[0]): unknown {
  return essence({ ...snapshot, issues: [] });
}

import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EventInput, parseThread, serializeThread } from "../../src/core.ts";
import { omitUndefined } from "../../src/protocol/omitUndefined.ts";
import { readSse } from "../../src/testing/readSse.ts";
import { commands } from "../differential/generate/commands.ts";
import { interpretCommands } from "../differential/generate/interpretCommands.ts";
import { silenceConsole } from "../differential/playReference.ts";
import { readRecordedAnswer } from "../recordings/recordedAnswers.ts";
import { parametersOf, threadFor } from "../recordings/replay.ts";
import { type Cut, cuttableAgent, MANNERS } from "../store/reconnect/cuttableAgent.ts";
import { shiftSeed } from "../support/shiftSeed.ts";
import { cutPositions, cutRequests, cutsIn, essence, playWithCuts } from "./playWithCuts.ts";

silenceConsole();

type PlayParameters = Parameters<typeof playWithCuts>;

/**
 * Checks that a thread whose connections are lost ends as one without losses, also after a reload. Returns the
 * number of connections.
 */
async function checkCuts(
  turns: PlayParameters[0],
  requests: Parameters<typeof cutsIn>[1],
  how: Omit<PlayParameters[1], "cuts">,
  options: PlayParameters[2],
): Promise<number> {
  const whole = await playWithCuts(turns, { cuts: () => [], ...how }, options);
  const cuts = (events: readonly unknown[]) => cutsIn(events, requests);
  const cut = await playWithCuts(turns, { cuts, ...how }, options);
  deepStrictEqual(essence(cut.snapshot), essence(whole.snapshot));
  const { snapshot } = parseThread(await serializeThread(cut.thread));
  // The log stores only the new parts of a replayed input, so the ledger of a finished run has a shorter history.
  deepStrictEqual(essence(snapshot), essence(cut.snapshot));
  return cut.connects;
}

test("200 random threads end as if their connections had never been lost", {
  timeout: 600_000,
}, async () => {
  let connects = 0;
  await fc.assert(
    fc.asyncProperty(
      commands(30).map(interpretCommands),
      cutRequests,
      fc.constantFrom(...MANNERS),
      fc.constantFrom(1, 2, 5),
      fc.constantFrom(1, 1, 3),
      async ({ turns, initialMessages, initialState }, requests, manner, batch, marks) => {
        const options = omitUndefined({ initialMessages, initialState });
        connects += await checkCuts(turns, requests, { manner, batch, marks }, options);
      },
    ),
    { seed: shiftSeed(20_267), numRuns: 200 },
  );
  // The generator must produce enough lost connections.
  expect(connects).toBeGreaterThan(200);
});

test("100 random threads of a server with one run id end as if their connections had never been lost", {
  timeout: 600_000,
}, async () => {
  let connects = 0;
  const conversations = commands(30)
    .map(interpretCommands)
    // A request that sends nothing replays a run when the server uses a known id for it.
    .filter(({ turns }) => turns.slice(1).every(({ added }) => added && added.length > 0));
  await fc.assert(
    fc.asyncProperty(
      conversations,
      cutRequests,
      fc.constantFrom(...MANNERS),
      fc.constantFrom(1, 2, 5),
      async ({ turns: sent, initialMessages, initialState }, requests, manner, batch) => {
        const turns = sent.map((turn) => ({ ...turn, events: turn.events.map(withConstantRunId) }));
        const how = { manner, batch, marks: 1, replaysAll: true };
        const options = omitUndefined({ initialMessages, initialState });
        connects += await checkCuts(turns, requests, how, options);
      },
    ),
    { seed: shiftSeed(20_268), numRuns: 100 },
  );
  expect(connects).toBeGreaterThan(100);
});

const withConstantRunId = <T extends object>(event: T): T =>
  "runId" in event ? { ...event, runId: "run1" } : event;

const RECORDINGS = [
  "strands/backend-tool",
  "copilotkit/backend-tool",
  "copilotkit/reasoning",
  "copilotkit/shared-state-delta",
  "langgraph/interrupt-resume.1",
  "server-starter/predictive-state.1",
  "tanstack/server-0.58/backend-tool",
] as const;

describe.each(RECORDINGS)("%s with a lost connection after each event", (name) => {
  test.each(MANNERS)(
    "ends with the same snapshot when the server replays %s",
    { timeout: 600_000 },
    async (manner) => {
      const { bytes, request } = readRecordedAnswer(name);
      // The recorded values are events.
      const events = readSse(new TextDecoder().decode(bytes)) as EventInput[];
      const run = async (cuts: readonly Cut[]) => {
        const agent = cuttableAgent(events, { cuts, manner });
        const thread = threadFor(agent, request, { reconnect: { firstMs: 0 } });
        await thread.run(parametersOf(request));
        return thread.getSnapshot();
      };
      const whole = essence(await run([]));
      for (const at of cutPositions(events)) {
        deepStrictEqual(essence(await run([{ at, how: "broken" }])), whole, `after ${at} events`);
      }
    },
  );
});

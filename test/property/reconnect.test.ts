import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  type RunParameters,
  type Snapshot,
  serializeThread,
} from "../../src/core.ts";
import { readSse } from "../../src/testing/readSse.ts";
import { copyThroughJson, type Turn } from "../differential/conversation.ts";
import { commands } from "../differential/generate/commands.ts";
import { interpret } from "../differential/generate/run.ts";
import { silenceConsole } from "../differential/playReference.ts";
import { readRecordedAnswer } from "../recordings/recordedAnswers.ts";
import { parametersOf, threadFor } from "../recordings/replay.ts";
import {
  type Cut,
  cuttableAgent,
  emptyStream,
  MANNERS,
  type Manner,
} from "../store/reconnect/cuttableAgent.ts";

silenceConsole();

/** Returns the snapshot without times, and with generated ids numbered by first occurrence. */
function essence({ tracking: _, ...snapshot }: Snapshot): unknown {
  const ids = new Map<string, string>();
  const json = JSON.stringify(snapshot, (key, value) =>
    ["startedAt", "endedAt", "at"].includes(key) ? undefined : value,
  ).replaceAll(/local-\d+/g, (id) => {
    if (!ids.has(id)) ids.set(id, `#${ids.size}`);
    return ids.get(id) ?? id;
  });
  const parsed = JSON.parse(json);
  // Sorts the issues, because unreadable events of one batch are reported before the others.
  const issueTexts = snapshot.issues.map(({ message, count }) => `${count} × ${message}`).sort();
  return { ...parsed, issues: issueTexts };
}

/** Returns the positions at which a connection can be lost during a run. */
function cutPositions(events: readonly unknown[]): readonly number[] {
  let isActive = false;
  return events.flatMap((event, i) => {
    const { type } = event as { type?: unknown };
    if (type === "RUN_STARTED") isActive = true;
    if (type === "RUN_FINISHED" || type === "RUN_ERROR") isActive = false;
    return isActive ? [i + 1] : [];
  });
}

/** Arbitrary positions of connection losses, in thousandths of the stream. */
const cutRequests = fc.array(
  fc.record({ part: fc.nat(999), how: fc.constantFrom("broken" as const, "closed" as const) }),
  { minLength: 1, maxLength: 3 },
);
type CutRequests = readonly { part: number; how: Cut["how"] }[];

function cutsIn(events: readonly unknown[], requests: CutRequests): readonly Cut[] {
  const at = cutPositions(events);
  if (at.length === 0) return [];
  return requests.map(({ part, how }) => ({ at: at[part % at.length] ?? 1, how }));
}

interface Play {
  readonly cuts: (events: readonly unknown[]) => readonly Cut[];
  readonly manner: Manner;
  readonly batch: number;
  /** Number of consecutive batches that share a position. */
  readonly marks: number;
}

/** Runs a conversation on a thread whose connections are lost. */
async function play(turns: readonly Turn[], { cuts, ...how }: Play, options: object) {
  let current: ReturnType<typeof cuttableAgent> | undefined;
  let connects = 0;
  let ids = 0;
  const agent: Agent = {
    run: (...args) => current?.run(...args) ?? emptyStream(),
    connect: (...args) => {
      connects++;
      return current?.connect?.(...args) ?? emptyStream();
    },
  };
  const thread = createThread<unknown>({
    agent,
    threadId: "thread",
    createId: () => `local-${++ids}`,
    now: () => 1,
    // Reconnects without delay, and continues after attempts without new events.
    reconnect: { firstMs: 0, longestMs: 0, attempts: 10 },
    ...options,
  });
  for (const { added = [], resume, events } of turns) {
    if (added.length > 0) thread.setMessages((messages) => [...messages, ...added]);
    const stream = copyThroughJson(events) as readonly EventInput[];
    current = cuttableAgent(stream, { cuts: cuts(stream), ...how });
    const names = JSON.stringify(stream).matchAll(/"toolCallName":"([^"]*)"/g);
    const parameters: RunParameters = {
      tools: [...new Set([...names].map(([, name = ""]) => name))].map((name) => ({
        name,
        description: "",
      })),
      ...(resume && { resume }),
    };
    await thread.run(parameters);
  }
  return { thread, connects, snapshot: thread.getSnapshot() };
}

test("200 random threads end as if their connections had never been lost", {
  timeout: 180_000,
}, async () => {
  let connects = 0;
  await fc.assert(
    fc.asyncProperty(
      commands(30).map(interpret),
      cutRequests,
      fc.constantFrom(...MANNERS),
      fc.constantFrom(1, 2, 5),
      fc.constantFrom(1, 1, 3),
      async ({ turns, initialMessages, initialState }, requests, manner, batch, marks) => {
        const how = { manner, batch, marks };
        const options = {
          ...(initialMessages && { initialMessages }),
          ...(initialState !== undefined && { initialState }),
        };
        const whole = await play(turns, { cuts: () => [], ...how }, options);
        const cuts = (events: readonly unknown[]) => cutsIn(events, requests);
        const cut = await play(turns, { cuts, ...how }, options);
        connects += cut.connects;
        deepStrictEqual(essence(cut.snapshot), essence(whole.snapshot));
        const { snapshot } = parseThread(await serializeThread(cut.thread));
        // The log stores only the new parts of a replayed input, so the ledger of a finished run
        // has a shorter history.
        deepStrictEqual(essence(snapshot), essence(cut.snapshot));
      },
    ),
    { seed: 20_267, numRuns: 200 },
  );
  // The generator must produce enough lost connections.
  expect(connects).toBeGreaterThan(200);
});

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
    { timeout: 60_000 },
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

import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Thread } from "../../src/core.ts";
import { connectionError } from "../store/reconnect/cuttableAgent.ts";
import { shiftSeed } from "../support/shiftSeed.ts";

/** Action of a user and the connection losses of the following run. */
interface Act {
  readonly verb: "send" | "regenerate" | "edit" | "switchBranch";
  /** Message or branch of the action, in hundredths of the list. */
  readonly part: number;
  /** Number of deltas in the run; the log folds the deltas of a long run while it streams. */
  readonly rounds: number;
  /** Positions of the connection losses, in thousandths of the stream. */
  readonly cuts: readonly number[];
}

const acts = fc.array(
  fc.record({
    verb: fc.constantFrom("send", "regenerate", "edit", "switchBranch", "send", "regenerate"),
    part: fc.nat(99),
    rounds: fc.oneof(
      { weight: 4, arbitrary: fc.nat(6) },
      { weight: 1, arbitrary: fc.constant(600) },
    ),
    cuts: fc.array(fc.nat(999), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 7 },
);

/** Creates the events of a run, which alternate between text and state. */
function runOf(number: number, ids: { threadId: string; runId: string }, rounds: number) {
  const messageId = `a${number}`;
  return [
    { type: "RUN_STARTED", ...ids },
    { type: "STATE_SNAPSHOT", snapshot: { number, n: 0 } },
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    ...Array.from({ length: rounds }, (_, i) => [
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: `${number}.${i} ` },
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: i + 1 }] },
    ]).flat(),
    { type: "TEXT_MESSAGE_END", messageId },
    { type: "RUN_FINISHED", ...ids },
  ] as EventInput[];
}

/** Runs a conversation with a server that replays all runs to each client that connects. */
async function play(steps: readonly Act[], isCut: boolean) {
  const runs: EventInput[][] = [];
  let act: Act | undefined;
  let cuts: number[] = [];
  let connects = 0;
  let ids = 0;
  /** Returns the position of the next connection loss; `undefined` when the connection is not lost. */
  const nextCut = (length: number) => {
    const part = isCut ? cuts.shift() : undefined;
    return part === undefined ? undefined : 1 + (part % (length - 1));
  };
  async function* streamUntil(events: readonly EventInput[], cut: number | undefined) {
    yield structuredClone(events.slice(0, cut));
    if (cut !== undefined) throw connectionError();
  }
  const agent: Agent = {
    async *run({ threadId, runId }) {
      const events = runOf(runs.length + 1, { threadId, runId }, act?.rounds ?? 0);
      runs.push(events);
      yield* streamUntil(events, nextCut(events.length));
    },
    async *connect() {
      connects++;
      for (const events of runs.slice(0, -1)) yield structuredClone(events);
      const last = runs.at(-1) ?? [];
      yield* streamUntil(last, nextCut(last.length));
    },
  };
  const thread = createThread<{ n?: number }>({
    agent,
    threadId: "t1",
    createId: () => `local-${++ids}`,
    now: () => 1,
    reconnect: { firstMs: 0, longestMs: 0 },
  });
  const stateDeltas: string[] = [];
  const counts: number[] = [];
  let hasShrunk = false;
  thread.subscribe({
    onEvent: (event) =>
      event.type === "STATE_DELTA" && stateDeltas.push(JSON.stringify(event.delta)),
    onRunStart: () => counts.splice(0),
  });
  thread.store.subscribe(({ messages, run }) => {
    const last = messages.at(-1);
    const length = last?.role === "assistant" ? String(last.content ?? "").length : 0;
    if (run.status !== "submitted" && length < (counts.at(-1) ?? 0)) hasShrunk = true;
    if (run.status !== "submitted" && run.status !== "idle") counts.push(length);
  });
  for (act of steps) {
    cuts = [...act.cuts];
    counts.splice(0);
    await carryOut(thread, act);
  }
  return { thread, stateDeltas, connects, hasShrunk };
}

async function carryOut(thread: Thread, { verb, part }: Act): Promise<void> {
  const { messages, branches } = thread.getSnapshot();
  const mine = messages.filter(({ role }) => role === "user");
  const one = mine[part % Math.max(1, mine.length)];
  const [after, info] = Object.entries(branches)[0] ?? [];
  if (verb === "regenerate" && one) await thread.regenerate(one.id);
  else if (verb === "edit" && one) await thread.edit(one.id, `edited ${part}`);
  else if (verb === "switchBranch" && after !== undefined && info) {
    await thread.switchBranch(after, part % info.count);
  } else await thread.send(`said ${part}`);
}

function essence(thread: Thread): unknown {
  const { messages, state, visibleState, issues, branches, run } = thread.getSnapshot();
  return { messages, state, visibleState, issues, branches, outcome: run.outcome };
}

test("60 random conversations with branches end as if no connection had been lost", {
  timeout: 600_000,
}, async () => {
  let connects = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const whole = await play(steps, false);
      const cut = await play(steps, true);
      connects += cut.connects;
      deepStrictEqual(essence(cut.thread), essence(whole.thread));
      deepStrictEqual(cut.stateDeltas, whole.stateDeltas);
      expect(cut.hasShrunk).toBe(false);
      const before = cut.thread.getSnapshot();
      await cut.thread.connect();
      expect(cut.thread.getSnapshot()).toBe(before);
    }),
    { seed: shiftSeed(51), numRuns: 60 },
  );
  // The generator must produce enough lost connections.
  expect(connects).toBeGreaterThan(60);
});

import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Thread } from "../../src/core.ts";
import { dropped } from "../store/reconnect/cuttableAgent.ts";

/** What a person does, and what becomes of the run that follows. */
interface Act {
  readonly verb: "send" | "regenerate" | "edit" | "switchBranch";
  /** Which message, or which branch, as a part of those there are. */
  readonly part: number;
  /** How many deltas the run tells: the log of a thread folds those of a long one while it goes on. */
  readonly rounds: number;
  /** Where its connections are lost, as parts of the whole. */
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

/** One run: it says and counts the same, in turn. */
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

/** Plays a conversation with a server that tells all runs of it to whoever comes back. */
async function play(given: readonly Act[], isCut: boolean) {
  const told: EventInput[][] = [];
  let act: Act | undefined;
  let cuts: number[] = [];
  let connects = 0;
  let ids = 0;
  /** Where the run that goes on is cut this time; `undefined` for not at all. */
  const nextCut = (length: number) => {
    const part = isCut ? cuts.shift() : undefined;
    return part === undefined ? undefined : 1 + (part % (length - 1));
  };
  async function* tell(events: readonly EventInput[], cut: number | undefined) {
    yield structuredClone(events.slice(0, cut));
    if (cut !== undefined) throw dropped();
  }
  const agent: Agent = {
    async *run({ threadId, runId }) {
      const events = runOf(told.length + 1, { threadId, runId }, act?.rounds ?? 0);
      told.push(events);
      yield* tell(events, nextCut(events.length));
    },
    async *connect() {
      connects++;
      for (const events of told.slice(0, -1)) yield structuredClone(events);
      const last = told.at(-1) ?? [];
      yield* tell(last, nextCut(last.length));
    },
  };
  const thread = createThread<{ n?: number }>({
    agent,
    threadId: "t1",
    createId: () => `local-${++ids}`,
    now: () => 1,
    reconnect: { firstMs: 0, longestMs: 0 },
  });
  const heard: string[] = [];
  const seen: number[] = [];
  let hasShrunk = false;
  thread.subscribe({
    onEvent: (event) => event.type === "STATE_DELTA" && heard.push(JSON.stringify(event.delta)),
    onRunStart: () => seen.splice(0),
  });
  thread.store.subscribe(({ messages, run }) => {
    const last = messages.at(-1);
    const length = last?.role === "assistant" ? String(last.content ?? "").length : 0;
    if (run.status !== "submitted" && length < (seen.at(-1) ?? 0)) hasShrunk = true;
    if (run.status !== "submitted" && run.status !== "idle") seen.push(length);
  });
  for (act of given) {
    cuts = [...act.cuts];
    seen.splice(0);
    await carryOut(thread, act);
  }
  return { thread, heard, connects, hasShrunk };
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
  timeout: 120_000,
}, async () => {
  let connects = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (given) => {
      const whole = await play(given, false);
      const cut = await play(given, true);
      connects += cut.connects;
      deepStrictEqual(essence(cut.thread), essence(whole.thread));
      deepStrictEqual(cut.heard, whole.heard);
      expect(cut.hasShrunk).toBe(false);
      const before = cut.thread.getSnapshot();
      await cut.thread.connect();
      expect(cut.thread.getSnapshot()).toBe(before);
    }),
    { seed: 51, numRuns: 60 },
  );
  // A generator that has become timid would prove nothing.
  expect(connects).toBeGreaterThan(60);
});

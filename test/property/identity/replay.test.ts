import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  type Snapshot,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { sentMessages } from "../../../src/store/run/sentMessages.ts";
import { copyThroughJson } from "../../differential/conversation.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { snapshotFaults } from "./identityFaults.ts";
import { eventsOfRun, type RandomRun, randomRuns } from "./randomRuns.ts";

silenceConsole();

/**
 * Creates a server that replays all of its runs, with the questions that it received.
 *
 * @param echo - The messages of the input that the replay of a run repeats.
 */
function createServer(runs: readonly RandomRun[], echo: "all" | "new"): Agent {
  const pending = [...runs];
  const log: EventInput[] = [];
  let known: ReadonlySet<string> = new Set();
  return {
    async *run(input) {
      const next = pending.shift() ?? { steps: [], end: "finished" };
      const [start, ...events] = eventsOfRun(next, input.runId, input.messages);
      const messages = input.messages.filter(({ id }) => echo === "all" || !known.has(id));
      known = new Set(input.messages.map(({ id }) => id));
      const echoed = { ...start, input: { ...input, messages } } as EventInput;
      log.push(...structuredClone([echoed, ...events]));
      yield structuredClone([start as EventInput, ...events]);
    },
    async *connect() {
      yield* structuredClone(log);
    },
  };
}

function open(agent: Agent, options: object = {}): Thread {
  const thread = createThread({
    agent,
    threadId: "t1",
    createId: createIdCounter(),
    now: () => 1,
    reconnect: { firstMs: 0 },
    ...options,
  });
  thread.registerTool({ name: "page", description: "", handler: () => ({ ok: 1 }) });
  return thread;
}

/** Connects a thread, and returns what the replay has changed. */
async function changesOfReplay(thread: Thread): Promise<readonly string[]> {
  const before = thread.getSnapshot();
  await thread.connect();
  const after = thread.getSnapshot();
  deepStrictEqual(contentOf(after), contentOf(before));
  return (["messages", "toolCalls", "subagents", "state"] as const).filter(
    (key) => after[key] !== before[key],
  );
}

const contentOf = ({ messages, toolCalls, subagents, state }: Snapshot) =>
  copyThroughJson({ messages, toolCalls, subagents, state });

/** Returns the roles and contents of a conversation, with parallel results in the order of their calls. */
const textsOf = ({ messages }: Snapshot) =>
  sentMessages(messages).map((message) =>
    message.role === "assistant"
      ? [message.content ?? "", ...(message.toolCalls ?? []).map((call) => call.function)]
      : [message.role, message.content],
  );

/** Questions that the user repeats. */
const QUESTIONS = fc.array(fc.constantFrom("yes", "go on", "q"), { minLength: 1, maxLength: 3 });
const ECHO = fc.constantFrom<("all" | "new")[]>("all", "all", "new");

test("a replay changes nothing, whatever ids a server uses again, omits or repeats", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      randomRuns(["finished", "finished", "failed"]),
      QUESTIONS,
      ECHO,
      async (runs, questions, echo) => {
        const agent = createServer(runs, echo);
        const thread = open(agent);
        for (const [at] of runs.entries())
          await thread.send(questions[at % questions.length] ?? "");
        expect(await changesOfReplay(thread)).toEqual([]);
        expect(await changesOfReplay(thread)).toEqual([]);

        const restored = open(agent, parseThread(await serializeThread(thread)));
        expect(await changesOfReplay(restored)).toEqual([]);

        const fresh = open(agent);
        await fresh.connect();
        expect(snapshotFaults(fresh.getSnapshot())).toEqual([]);
        // Only the thread that has sent a message keeps it when a snapshot lacks it.
        const omits = runs.some(({ steps }) =>
          steps.some((step) => step.kind === "snapshot" && step.variant !== "whole"),
        );
        if (!omits) deepStrictEqual(textsOf(fresh.getSnapshot()), textsOf(thread.getSnapshot()));
        expect(await changesOfReplay(fresh)).toEqual([]);
      },
    ),
    { seed: shiftSeed(20_283), numRuns: 200 },
  );
});

import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Agent, EventInput, RunAgentInput } from "../../../src/core.ts";
import {
  createThread,
  parseThread,
  type Snapshot,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { copyThroughJson } from "../../differential/conversation.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { historyFaults, snapshotFaults } from "./identityFaults.ts";
import { ALL_ENDS, eventsOfRun, type RandomRun, randomRuns } from "./randomRuns.ts";

silenceConsole();

/** A random server with what it has received and sent. */
interface RandomServer extends Agent {
  readonly inputs: readonly RunAgentInput[];
  /** The events of each run. */
  readonly log: readonly (readonly EventInput[])[];
}

/** @param stop - Stops the run, as a user does. */
function createServer(runs: readonly RandomRun[], stop: () => void): RandomServer {
  const pending = [...runs];
  const inputs: RunAgentInput[] = [];
  const log: EventInput[][] = [];
  return {
    inputs,
    log,
    async *run(input) {
      inputs.push(structuredClone(input));
      const next = pending.shift() ?? { steps: [], end: "finished" };
      const events = eventsOfRun(next, input.runId, input.messages);
      const sent: EventInput[] = [];
      log.push(sent);
      for (const event of events) {
        sent.push(event);
        yield structuredClone(event);
      }
      if (next.end === "stopped") {
        stop();
        yield { type: "TEXT_MESSAGE_CONTENT", messageId: "0", delta: "never" };
      }
    },
  };
}

interface Play {
  readonly thread: Thread;
  readonly server: RandomServer;
  readonly faults: readonly string[];
}

async function play(runs: readonly RandomRun[]): Promise<Play> {
  const faults: string[] = [];
  const server = createServer(runs, () => void thread.stop());
  let time = 1_000;
  const thread: Thread = createThread({
    agent: server,
    threadId: "t1",
    createId: createIdCounter(),
    now: () => ++time,
  });
  thread.registerTool({ name: "page", description: "", handler: () => ({ ok: 1 }) });
  thread.store.subscribe((snapshot: Snapshot) => faults.push(...snapshotFaults(snapshot)));
  for (const [at] of runs.entries()) await thread.send(`q${at}`);
  await thread.send("last");
  return { thread, server, faults };
}

/**
 * Returns the sent ids of answers and results that neither the server nor, where it sent none, this client has made.
 */
function foreignIds(
  messages: RunAgentInput["messages"],
  log: readonly (readonly EventInput[])[],
): readonly string[] {
  const serverIds = new Set<unknown>();
  JSON.stringify(log, (key, value: unknown) => {
    if (/id$/i.test(key)) serverIds.add(value);
    return value;
  });
  // An empty id is replaced by one that begins with the role, the kind or the run in the thread.
  const isMade = (id: string) =>
    /^(id-\d+(_|$)|run-1(_40run_3a\d+)?_|_|call_|unnamed-call_)/.test(id) || id.endsWith("_result");
  return messages.flatMap((message) => {
    // A message that only holds calls without a parent has no id on the server.
    const hasOnlyCalls = message.role === "assistant" && message.content === undefined;
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const agents = message.subagentRunId === undefined ? [] : [message.subagentRunId];
    const ids = [...(hasOnlyCalls ? [] : [message.id]), ...calls.map(({ id }) => id), ...agents];
    return ids.filter((id) => !serverIds.has(id) && !isMade(id));
  });
}

/** Returns a snapshot without the counts of its issues: the log merges the deltas that repeat an issue. */
function contentOf(snapshot: Snapshot): unknown {
  const issues = snapshot.issues.map(({ count: _, ...issue }) => issue);
  return copyThroughJson({ ...snapshot, issues });
}

describe("whatever ids a server uses again, omits or repeats", () => {
  test("ids are unique in every snapshot, and every history is accepted by model providers", {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns(ALL_ENDS), async (runs) => {
        const { thread, server, faults } = await play(runs);
        expect(faults).toEqual([]);
        for (const { messages } of server.inputs) {
          expect(historyFaults(messages)).toEqual([]);
          expect(JSON.stringify(messages)).not.toContain("agui-kit.");
          expect(foreignIds(messages, server.log)).toEqual([]);
        }
        const { snapshot } = parseThread(await serializeThread(thread));
        deepStrictEqual(contentOf(snapshot), contentOf(thread.getSnapshot()));
      }),
      { seed: shiftSeed(20_281), numRuns: 400 },
    );
  });
});

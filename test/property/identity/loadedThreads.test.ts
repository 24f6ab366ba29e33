import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Agent, createThread, type Thread } from "../../../src/core.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { snapshotFaults } from "./identityFaults.ts";
import { createServer, randomServers } from "./randomServer.ts";
import { transcriptOf } from "./transcriptOf.ts";

silenceConsole();

function open(agent: Agent, options: object, executed: unknown[]): Thread {
  const shared = { agent, threadId: "t1", createId: createIdCounter(), now: () => 1 };
  const thread = createThread({ ...shared, ...options });
  thread.registerTool({
    name: "page",
    description: "",
    handler: (args) => {
      executed.push(args);
      return { ok: 1 };
    },
  });
  return thread;
}

const QUESTIONS = fc.array(fc.constantFrom("ok", "go", "q", "yes"), { minLength: 1, maxLength: 4 });

test("a thread that the application has loaded is the same after a server replays all its runs", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomServers, QUESTIONS, async (server, questions) => {
      const agent = createServer(server);
      const executed: unknown[] = [];
      const thread = open(agent, {}, executed);
      for (const question of questions) await thread.send(question);
      const count = executed.length;
      const { messages } = thread.getSnapshot();
      const loaded = open(agent, { initialMessages: messages }, executed);
      await loaded.connect();
      deepStrictEqual(transcriptOf(loaded.getSnapshot()), transcriptOf(thread.getSnapshot()));
      expect(snapshotFaults(loaded.getSnapshot())).toEqual([]);
      expect(executed).toHaveLength(count);
    }),
    { seed: shiftSeed(49_000), numRuns: 400 },
  );
});

/** Returns what is in a list and not in another one, as JSON. */
function missingIn(list: readonly unknown[], other: readonly unknown[]): readonly string[] {
  const remaining = other.map((item) => JSON.stringify(item));
  return list.flatMap((item) => {
    const text = JSON.stringify(item);
    const at = remaining.indexOf(text);
    if (at === -1) return text;
    remaining.splice(at, 1);
    return [];
  });
}

test("a thread of which the application has loaded the beginning loses none of it in a replay", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomServers, QUESTIONS, fc.nat(), async (server, questions, size) => {
      const agent = createServer(server);
      const thread = open(agent, {}, []);
      for (const question of questions) await thread.send(question);
      const { messages } = thread.getSnapshot();
      const initialMessages = messages.slice(0, size % (messages.length + 1));
      const loaded = open(agent, { initialMessages }, []);
      const before = transcriptOf(loaded.getSnapshot());
      await loaded.connect();
      const after = transcriptOf(loaded.getSnapshot());
      // A call may get its result.
      const isAnswered = (item: unknown) => !Array.isArray(item) || item[1] !== undefined;
      expect(missingIn(before.filter(isAnswered), after)).toEqual([]);
      expect(snapshotFaults(loaded.getSnapshot())).toEqual([]);
    }),
    { seed: shiftSeed(49_100), numRuns: 400 },
  );
});

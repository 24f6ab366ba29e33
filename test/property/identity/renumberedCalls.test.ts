import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Agent, createThread, parseThread, serializeThread } from "../../../src/core.ts";
import { silenceConsole } from "../../differential/playReference.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { snapshotFaults } from "./identityFaults.ts";
import { createServer, LAST_PART, type RandomServer, renumberingServers } from "./randomServer.ts";
import { transcriptOf } from "./transcriptOf.ts";

silenceConsole();

function open(agent: Agent, options: object = {}) {
  const shared = { agent, threadId: "t1", createId: createIdCounter(), now: () => 1 };
  const thread = createThread({ ...shared, ...options });
  thread.registerTool({ name: "page", description: "", handler: () => ({ ok: 1 }) });
  return thread;
}

/** Returns the texts and the calls of a transcript, each call with the result of the server. */
const answersIn = (transcript: readonly unknown[]) =>
  transcript.flatMap((item) => {
    if (!Array.isArray(item)) return [item];
    const [call, result] = item;
    if (typeof call === "string") return [];
    return [call.name === "page" ? [call] : [call, result]];
  });

/** Returns the texts and the calls that a server sends for questions, each call with the result of the server. */
function sentAnswers({ runs }: RandomServer, count: number): readonly unknown[] {
  const answers: unknown[] = [];
  let questions = 0;
  for (const parts of [...runs, ...Array.from({ length: count }, () => [LAST_PART])]) {
    if (questions === count) break;
    const call = parts.find(({ kind }) => kind === "page");
    for (const { kind, text } of call ? parts.slice(0, parts.indexOf(call) + 1) : parts) {
      const called = { name: kind, arguments: JSON.stringify({ text }) };
      answers.push(kind === "text" ? text : kind === "page" ? [called] : [called, text]);
    }
    // A call of the page is answered without a question.
    if (!call) questions += 1;
  }
  return answers;
}

const QUESTIONS = fc.array(fc.constantFrom("ok", "go", "q", "yes"), { minLength: 1, maxLength: 4 });

test("each call stays beside its own result, in every thread of a server that uses call ids again", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(renumberingServers, QUESTIONS, async (server, questions) => {
      const { echo, snapshots } = server.habits;
      const hasPageCall = server.runs.some((parts) => parts.some(({ kind }) => kind === "page"));
      // The next run of such a server may start the same call again, or another one.
      fc.pre(!hasPageCall || echo !== "none" || snapshots === "start");
      // Such a server never repeats some questions.
      const isPartial = echo === "none" && /none|within/.test(snapshots);
      const agent = createServer(server);
      const thread = open(agent);
      for (const question of questions) {
        await thread.send(question);
        // A thread does not answer the same call again and again.
        fc.pre(thread.getSnapshot().run.stopReason === undefined);
      }
      const shown = transcriptOf(thread.getSnapshot());
      deepStrictEqual(answersIn(shown), sentAnswers(server, questions.length));
      expect(snapshotFaults(thread.getSnapshot())).toEqual([]);

      const fresh = open(agent);
      await fresh.connect();
      const replayed = transcriptOf(fresh.getSnapshot());
      expect(snapshotFaults(fresh.getSnapshot())).toEqual([]);
      if (isPartial) deepStrictEqual(answersIn(replayed), answersIn(shown));
      else deepStrictEqual(replayed, shown);

      const restored = open(agent, parseThread(await serializeThread(thread)));
      await restored.connect();
      deepStrictEqual(transcriptOf(restored.getSnapshot()), shown);
    }),
    { seed: shiftSeed(52_000), numRuns: 150 },
  );
});

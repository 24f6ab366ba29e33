import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createThread, parseThread, serializeThread } from "../../src/core.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { isStandIn } from "../../src/protocol/standIns.ts";
import { copyThroughJson } from "../differential/conversation.ts";
import { shiftSeed } from "../support/shiftSeed.ts";
import { idFaults } from "./invariants.ts";
import { junkEvent, seeds } from "./junk.ts";

/** Options of an agent: validation, batch size and end of its stream. */
const manner = fc.record({
  isStrict: fc.boolean(),
  inBatchesOf: fc.constantFrom(1, 3, 100),
  fails: fc.boolean(),
});

test("500 conversations with an agent that emits random events always stay usable", {
  timeout: 600_000,
}, async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(seeds(12), { maxLength: 4 }), manner, async (runs, options) => {
      const { isStrict, inBatchesOf, fails } = options;
      const streams = runs.map((numbers) => numbers.map(junkEvent));
      const pending = [...streams];
      const thread = createThread({
        strict: isStrict,
        agent: {
          async *run() {
            const stream = pending.shift() ?? [];
            for (let at = 0; at < stream.length; at += inBatchesOf) {
              // The values may be no events on purpose.
              yield stream.slice(at, at + inBatchesOf) as EventInput[];
            }
            if (fails) throw new Error("The stream ended with an error on purpose.");
          },
        },
      });
      for (const _ of streams) {
        // The server's result replaces a stand-in, with its own id.
        const before = thread
          .getSnapshot()
          .messages.flatMap((message) =>
            message.role === "tool" && isStandIn(message) ? [] : message.id,
          );
        // Answers to tool calls of the client make the agent run again.
        const left = pending.length;
        const { outcome, error, newMessages } = await thread.send("Hi");
        outcomes.set(error?.code ?? outcome, (outcomes.get(error?.code ?? outcome) ?? 0) + 1);

        const snapshot = thread.getSnapshot();
        expect(thread.store.getState()).toBe(snapshot);
        expect(["idle", "waiting", "error"]).toContain(snapshot.run.status);
        expect(snapshot.run.outcome).toBe(outcome);
        expect(idFaults(snapshot)).toEqual([]);
        deepStrictEqual(copyThroughJson(snapshot), snapshot);
        const ids = snapshot.messages.map(({ id }) => id);
        for (const { id } of newMessages) expect(ids).toContain(id);
        // Only a MESSAGES_SNAPSHOT may remove messages.
        const received = streams
          .slice(streams.length - left, streams.length - pending.length)
          .flat();
        const isRestated = received.some((event) => Object(event).type === "MESSAGES_SNAPSHOT");
        if (!isRestated) for (const id of before) expect(ids).toContain(id);
      }
      // The serialized log reduces to the same snapshot.
      const { snapshot } = parseThread(await serializeThread(thread));
      deepStrictEqual(snapshot, thread.getSnapshot());
    }),
    { seed: shiftSeed(20_265), numRuns: 500 },
  );
  expect([...outcomes.keys()].sort()).toEqual(
    expect.arrayContaining([
      "agent-failed",
      "incomplete-stream",
      "interrupt",
      "protocol-violation",
      "run-error",
      "success",
    ]),
  );
});

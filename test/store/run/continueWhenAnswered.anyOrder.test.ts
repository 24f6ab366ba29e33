import { expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { createDeferred, type Deferred } from "../../support/deferred.ts";
import { fc } from "../../support/seededFastCheck.ts";
import {
  call,
  callRunEnding,
  faultsIn,
  recordStatuses,
  resultsIn,
  waitForSnapshot,
} from "../tools/calls.ts";

/**
 * Ways in which a call is answered: by a handler, a failing handler, the user, the server, or not
 * at all.
 */
const kinds = ["handler", "failing", "human", "refusing", "unknown", "interrupt"] as const;

/** The calls of a turn, and the order in which they settle. */
const turns = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 }).chain((parts) =>
  fc.record({
    parts: fc.constant(parts),
    order: fc.shuffledSubarray([...parts.keys()], { minLength: parts.length }),
  }),
);

test("runs the agent once with all answers, in whatever order handlers, users and interrupts finish", async () => {
  await fc.assert(
    fc.asyncProperty(turns, async ({ parts, order }) => {
      const ids = parts.map((kind, i) => `${kind}-${i}`);
      const calls = ids.flatMap((id, i) =>
        parts[i] === "interrupt" ? [] : call(parts[i] ?? "", {}, id),
      );
      const interruptedIds = ids.filter((_, i) => parts[i] === "interrupt");
      const agent = scriptedAgent(
        callRunEnding(
          interruptedIds.length > 0
            ? {
                type: "interrupt",
                interrupts: interruptedIds.map((id) => ({ id, reason: "confirmation" })),
              }
            : { type: "success", pendingToolCallIds: calls.map(({ id }) => id) },
          ...calls,
        ),
        textRun("Done"),
      );
      const thread = createThread({ agent });
      const gates = new Map<string, Deferred<unknown>>(ids.map((id) => [id, createDeferred()]));
      const handler = (_: unknown, { toolCallId }: { readonly toolCallId: string }) =>
        gates.get(toolCallId)?.promise;
      thread.registerTool({ name: "handler", handler });
      thread.registerTool({ name: "failing", handler });
      thread.registerTool({ name: "human" });
      thread.registerTool({ name: "refusing" });
      const statuses = recordStatuses(thread);

      void thread.send("Hi");
      const isOpen = (kind: string | undefined) => kind === "handler" || kind === "failing";
      await waitForSnapshot(
        thread,
        ({ toolCalls, run }) =>
          ["executing", "waiting", "idle"].includes(run.status) &&
          ids.every((id, i) => {
            if (isOpen(parts[i])) return toolCalls[id]?.status === "running";
            const isHuman = parts[i] === "human" || parts[i] === "refusing";
            return !isHuman || toolCalls[id]?.status === "waiting";
          }),
      );
      for (const i of order) {
        const id = ids[i] ?? "";
        if (parts[i] === "handler") gates.get(id)?.resolve(id);
        if (parts[i] === "failing") gates.get(id)?.reject(new Error(id));
        if (parts[i] === "human") await thread.answerToolCall(id, { value: id });
        if (parts[i] === "refusing") await thread.answerToolCall(id, { rejected: id });
        if (parts[i] === "interrupt") {
          const answer = { interruptId: id, status: "resolved", payload: id } as const;
          expect(await thread.resume([answer])).toEqual([]);
        }
      }
      await waitForSnapshot(
        thread,
        ({ messages, run }) => run.status === "idle" && messages.at(-1)?.content === "Done",
      );
      // A call of an unknown tool is passed to the client only by a server that ends the run with
      // an interrupt.
      const mine = calls.filter(({ name }) => name !== "unknown" || interruptedIds.length === 0);
      expect(agent.inputs).toHaveLength(2);
      const results = resultsIn(agent.inputs[1]);
      for (const { id } of mine)
        expect(results[id]?.content).toMatch(id.startsWith("unknown") ? "no tool" : id);
      expect(agent.inputs[1]?.resume?.map(({ interruptId }) => interruptId)).toEqual(
        interruptedIds.length > 0 ? interruptedIds : undefined,
      );
      if (interruptedIds.length === 0)
        expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
      expect(statuses.indexOf("idle")).toBe(statuses.length - 1);
    }),
    { numRuns: 60 },
  );
});

import { expect, test } from "vitest";
import { createThread, type Interrupt, type Snapshot, type Thread } from "../../../src/core.ts";
import { type ScriptedAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { createDeferred, type Deferred } from "../../support/deferred.ts";
import { fc } from "../../support/seededFastCheck.ts";
import { call, callRunEnding, faultsIn, waitForSnapshot } from "./calls.ts";

/**
 * Kinds of calls: with a handler, with or without a follow-up, for the user, or with an interrupt.
 */
const kinds = ["handler", "resting", "failing", "human", "held"] as const;
type Kind = (typeof kinds)[number];

/** The calls of a turn, the order in which they settle, and an event in between. */
const fates = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }).chain((parts) =>
  fc.record({
    parts: fc.constant(parts),
    order: fc.shuffledSubarray([...parts.keys()], { minLength: parts.length }),
    at: fc.nat({ max: parts.length - 1 }),
    twist: fc.constantFrom("nothing", "stop", "reload", "message"),
  }),
);

/** A page with its tools, their pending handlers, and the number of executions per call. */
class Page {
  readonly #gates = new Map<string, Deferred<unknown>>();
  readonly handled: string[] = [];
  readonly agent: ScriptedAgent;
  thread: Thread;

  constructor(agent: ScriptedAgent, snapshot?: Snapshot) {
    this.agent = agent;
    this.thread = this.#open(snapshot);
  }

  #open(snapshot: Snapshot | undefined): Thread {
    const thread = createThread({ agent: this.agent, ...(snapshot && { snapshot }) });
    const handler = (_: unknown, { toolCallId }: { readonly toolCallId: string }) => {
      this.handled.push(toolCallId);
      return this.#gate(toolCallId).promise;
    };
    thread.registerTool({ name: "handler", handler });
    thread.registerTool({ name: "failing", handler });
    thread.registerTool({ name: "resting", handler, followUp: false });
    thread.registerTool({ name: "human" });
    return thread;
  }

  #gate(id: string): Deferred<unknown> {
    const gate = this.#gates.get(id) ?? createDeferred<unknown>();
    this.#gates.set(id, gate);
    // The handler may be stopped before it starts.
    gate.promise.catch(() => {});
    return gate;
  }

  reload(): void {
    const stored = throughJson(this.thread.getSnapshot());
    this.thread.dispose();
    this.thread = this.#open(stored);
  }

  async message(): Promise<void> {
    // The user has to stop running handlers first.
    this.thread.stop();
    await this.thread.send("Never mind");
  }

  async settle(kind: Kind | undefined, id: string): Promise<void> {
    if (kind === "handler" || kind === "resting") this.#gate(id).resolve(id);
    if (kind === "failing") this.#gate(id).reject(new Error(id));
    if (kind === "human") await this.thread.answerToolCall(id, { value: id });
    if (kind === "held") {
      const problems = await this.thread.resume([
        { interruptId: id, status: "resolved", payload: id },
      ]);
      for (const { message } of problems) expect(message).toMatch("not waiting");
    }
  }

  async rest(): Promise<void> {
    await waitForSnapshot(this.thread, ({ run }) => ["idle", "waiting"].includes(run.status));
  }
}

test("runs no handler twice and sends only complete histories, however a turn ends", async () => {
  await fc.assert(
    fc.asyncProperty(fates, async ({ parts, order, at, twist }) => {
      const ids = parts.map((kind, i) => `${kind}-${i}`);
      const pendingIds = ids.filter((_, i) => parts[i] === "held");
      const interrupts = pendingIds.map((id): Interrupt => ({ id, reason: "x", toolCallId: id }));
      const page = new Page(
        scriptedAgent(
          callRunEnding(
            pendingIds.length > 0 ? { type: "interrupt", interrupts } : undefined,
            ...ids.map((id, i) => call(parts[i] ?? "", {}, id)),
          ),
          ...Array.from({ length: 5 }, () => textRun("Ok")),
        ),
      );
      void page.thread.send("Hi");
      const isWorked = (kind: Kind | undefined) => kind !== "human" && kind !== "held";
      await waitForSnapshot(
        page.thread,
        ({ toolCalls, run }) =>
          ["executing", "waiting"].includes(run.status) &&
          ids.every((id, i) => {
            const status = toolCalls[id]?.status;
            if (parts[i] === "held") return status === "pending";
            return status === (isWorked(parts[i]) ? "running" : "waiting");
          }),
      );
      for (const [step, i] of order.entries()) {
        if (step === at && twist === "stop") page.thread.stop();
        if (step === at && twist === "reload") page.reload();
        if (step === at && twist === "message") await page.message();
        await page.settle(parts[i], ids[i] ?? "");
      }
      await page.rest();
      await page.thread.send("And now?");

      expect(new Set(page.handled).size).toBe(page.handled.length);
      const { inputs } = page.agent;
      const [, second, ...others] = inputs;
      // Answers are sent in one input, once, in their order, or not at all.
      expect(second?.resume?.map(({ interruptId }) => interruptId)).toEqual(
        pendingIds.length > 0 ? pendingIds : undefined,
      );
      for (const { resume } of others) expect(resume).toBeUndefined();
      // A call that the server executes has no result yet when the answer is sent.
      const resolved = (second?.resume ?? []).filter(({ status }) => status === "resolved");
      const answering = resolved.map(({ interruptId }) => `${interruptId} without result`);
      expect(faultsIn(second?.messages ?? []).sort()).toEqual(answering.sort());
      for (const { messages } of others) expect(faultsIn(messages)).toEqual([]);
      if (twist === "message") expect(resolved).toEqual([]);
      expect(page.thread.getSnapshot()).toMatchObject({
        interrupts: [],
        run: { status: "idle", outcome: "success", pendingToolCallIds: [] },
      });
    }),
    { numRuns: 150, timeout: 600 },
  );
});

import { describe, expect, test } from "vitest";
import type { Interrupt } from "../../../src/core.ts";
import { untilIdle } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, FUTURE, PAST } from "./interruptThread.ts";

/** Returns an interrupt that a TanStack application has defined itself. */
const question = (fields: Partial<Interrupt> = {}): Partial<Interrupt> => ({
  reason: "input_required",
  message: "When?",
  ...fields,
  metadata: {
    "tanstack:interruptBinding": {
      v: 1,
      kind: "generic",
      definitionId: "pick_time",
      key: "meeting",
      batchIndex: 0,
      interruptedRunId: "r1",
      responseSchemaHash: "sha256:1",
    },
    ...fields.metadata,
  },
});
const approval: Partial<Interrupt> = {
  reason: "tool_call",
  metadata: { "tanstack:interruptBinding": { kind: "tool-approval", interruptedRunId: "r1" } },
};

describe("a TanStack interrupt defined by the application", () => {
  test("is sent back with its answer, because TanStack does not store it", async () => {
    const { agent, thread } = await createInterruptedThread([
      question({ expiresAt: FUTURE, metadata: { "tanstack:interruptPayload": { title: "Plan" } } }),
    ]);
    const idle = untilIdle(thread);
    await thread.resume([{ ...approve("i1", { time: "9" }), metadata: { by: "keyboard" } }]);
    await idle;
    expect(agent.inputs[1]).toMatchObject({ parentRunId: "r1" });
    expect(agent.inputs[1]?.resume).toEqual([
      {
        ...approve("i1", { time: "9" }),
        metadata: {
          by: "keyboard",
          "tanstack:interruptContinuation": {
            v: 1,
            definitionId: "pick_time",
            key: "meeting",
            batchIndex: 0,
            reason: "input_required",
            message: "When?",
            expiresAt: FUTURE,
            responseSchemaHash: "sha256:1",
            payload: { title: "Plan" },
          },
        },
      },
    ]);
    // The stored answer is the user's, without the definition.
    expect(thread.getSnapshot().answeredInterrupts[0]?.answer.metadata).toEqual({ by: "keyboard" });
  });

  test("is sent back with a cancelled answer, beside an approval without it", async () => {
    const { agent, thread } = await createInterruptedThread([question(), approval]);
    await thread.send("Never mind");
    expect(agent.inputs[1]?.resume).toMatchObject([
      { ...cancel("i1"), metadata: { "tanstack:interruptContinuation": { key: "meeting" } } },
      cancel("i2"),
    ]);
    expect(agent.inputs[1]?.resume?.[1]).toEqual(cancel("i2"));
  });

  test("is left out when it has expired, as its server rejects any answer", async () => {
    const { agent, thread } = await createInterruptedThread([question({ expiresAt: PAST })]);
    expect(await thread.resume([approve("i1")])).toMatchObject([{ interruptId: "i1" }]);
    const idle = untilIdle(thread);
    expect(await thread.resume([cancel("i1")])).toEqual([]);
    await idle;
    expect(agent.inputs[1]).not.toHaveProperty("resume");
    expect(agent.inputs[1]).not.toHaveProperty("parentRunId");
    expect(thread.getSnapshot()).toMatchObject({ interrupts: [], run: { outcome: "success" } });
  });

  test("does not block the other answers when it has expired", async () => {
    const { agent, thread } = await createInterruptedThread([
      question({ expiresAt: PAST }),
      approval,
    ]);
    const idle = untilIdle(thread);
    await thread.resume([cancel("i1"), approve("i2")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i2")]);
    expect(agent.inputs[1]).toMatchObject({ parentRunId: "r1" });
  });
});

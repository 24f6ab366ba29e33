import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { untilIdle } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, interruptRun } from "./interruptThread.ts";

const decision = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    seats: { type: "array", items: { type: "integer", minimum: 1 } },
  },
  required: ["approved"],
};

describe("a payload", () => {
  test.each<[string, unknown, (string | number)[], RegExp]>([
    ["misses what is required", {}, ["approved"], /required/],
    ["has the wrong type", { approved: "yes" }, ["approved"], /yes or no|true|boolean/],
    ["is wrong deep down", { approved: true, seats: [3, 0] }, ["seats", 1], /at least 1/],
    ["is no object", true, [], /object/],
    ["is not there", undefined, [], /required/],
  ])("is rejected when it %s, and nothing is sent", async (_, payload, path, message) => {
    const { agent, thread } = await createInterruptedThread([{ responseSchema: decision }]);
    const before = thread.getSnapshot();
    const problems = await thread.resume([{ interruptId: "i1", status: "resolved", payload }]);
    expect(problems).toMatchObject([
      { interruptId: "i1", path, message: expect.stringMatching(message) },
    ]);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot()).toBe(before);
    expect(thread.store.getState().run.status).toBe("waiting");
    // The answer can be corrected.
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i1", { approved: true })])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1", { approved: true })]);
  });

  test("rejects all answers given with it when it is invalid", async () => {
    const { agent, thread } = await createInterruptedThread([{}, { responseSchema: decision }]);
    const problems = await thread.resume([approve("i1"), approve("i2", {})]);
    expect(problems.map(({ interruptId }) => interruptId)).toEqual(["i2"]);
    expect(thread.getSnapshot().interrupts.map(({ answer }) => answer)).toEqual([
      undefined,
      undefined,
    ]);
    expect(agent.inputs).toHaveLength(1);
  });

  test("is not validated when the interrupt is cancelled", async () => {
    const { agent, thread } = await createInterruptedThread([{ responseSchema: decision }]);
    const idle = untilIdle(thread);
    expect(await thread.resume([cancel("i1")])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1")]);
  });

  test("may be any value without a schema", async () => {
    const { agent, thread } = await createInterruptedThread([{}, { responseSchema: {} }]);
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i1", null), approve("i2", ["x"])])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1", null), approve("i2", ["x"])]);
  });

  test("has one of the two forms of a TanStack approval, not a mixture", async () => {
    const responseSchema = {
      oneOf: [
        {
          type: "object",
          properties: {
            approved: { const: true },
            editedArgs: { type: "object", properties: { path: { type: "string" } } },
          },
          required: ["approved"],
          additionalProperties: false,
        },
        {
          type: "object",
          properties: { approved: { const: false } },
          required: ["approved"],
          additionalProperties: false,
        },
      ],
    };
    const { thread } = await createInterruptedThread([{ responseSchema }, {}]);
    const wrong = [
      { approved: false, editedArgs: {} },
      { approved: "yes" },
      {},
      { approved: true, editedArgs: { path: 5 } },
    ];
    for (const payload of wrong) {
      expect(await thread.resume([approve("i1", payload)])).not.toEqual([]);
    }
    for (const payload of [{ approved: true, editedArgs: { path: "/c" } }, { approved: false }]) {
      expect(await thread.resume([approve("i1", payload)])).toEqual([]);
    }
  });
});

describe("answers passed to a run", () => {
  test.each(["run", "send"] as const)(
    "are validated by %s() before anything is sent",
    async (verb) => {
      const agent = scriptedAgent(interruptRun([{ responseSchema: decision }]), textRun("Done"));
      const thread = createThread({ agent });
      await thread.send("Hi");
      const resume = [approve("i1", { approved: 5 })];
      const { outcome, error } = await (verb === "run"
        ? thread.run({ resume })
        : thread.send("Yes", { resume }));
      expect(outcome).toBe("error");
      expect(error).toMatchObject({ code: "invalid-argument" });
      expect(error?.message).toMatch(/"i1".*approved: /);
      expect(agent.inputs).toHaveLength(1);
      // The interrupt is still open.
      expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1" }]);
      expect(thread.getSnapshot().interrupts[0]).not.toHaveProperty("answer");
      const idle = untilIdle(thread);
      expect(await thread.resume([approve("i1", { approved: true })])).toEqual([]);
      await idle;
      expect(agent.inputs[1]?.resume).toEqual([approve("i1", { approved: true })]);
    },
  );
});

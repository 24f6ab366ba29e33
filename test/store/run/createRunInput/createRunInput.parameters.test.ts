import { describe, expect, test } from "vitest";
import { createAgentClient, createThread } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import { call, callRun } from "../../tools/calls.ts";

describe("forwardedProps of a run", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["objects are merged, its own last", { a: 1, b: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ["a function of the client is merged", async () => ({ a: 1 }), { b: 2 }, { a: 1, b: 2 }],
    ["its own function is merged", { a: 1 }, () => ({ a: 2, b: 2 }), { a: 2, b: 2 }],
    ["another value replaces", { a: 1 }, "text", "text"],
    ["`null` replaces", { a: 1 }, null, null],
  ])("forwardedProps: %s", async (_, clientProps, ownProps, sent) => {
    const agent = scriptedAgent(textRun("Done"));
    const thread = createAgentClient({ agent, forwardedProps: clientProps }).thread();
    await thread.send("Hi", { forwardedProps: ownProps });
    expect(agent.inputs[0]?.forwardedProps).toEqual(sent);
  });
});

describe("ids of a run", () => {
  test("are sent, and only with the first run of a turn", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Done"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: () => "seen" });
    await thread.send("Hi", { runId: "run-7", parentRunId: "run-6" });
    expect(agent.inputs[0]).toMatchObject({ runId: "run-7", parentRunId: "run-6" });
    expect(agent.inputs[1]?.runId).not.toBe("run-7");
    expect(agent.inputs[1]).not.toHaveProperty("parentRunId");
  });

  test("are sent by `run()`", async () => {
    const agent = scriptedAgent(textRun("Done"));
    const thread = createThread({ agent });
    await thread.run({ runId: "run-7", parentRunId: "run-6" });
    expect(agent.inputs[0]).toMatchObject({ runId: "run-7", parentRunId: "run-6" });
    expect(thread.getSnapshot().run.runId).toBe("run-7");
  });
});

describe("an empty message", () => {
  test.each<[string, string | readonly []]>([
    ["no text", ""],
    ["white space", " \n"],
    ["no parts", []],
  ])("is refused: %s", async (_, content) => {
    const agent = scriptedAgent(textRun("Done"));
    const thread = createThread({ agent });
    await expect(thread.send(content)).rejects.toMatchObject({ code: "invalid-argument" });
    expect(agent.inputs).toEqual([]);
    expect(thread.getSnapshot().messages).toEqual([]);
  });

  test("is refused in the queue and in an edit", async () => {
    const agent = scriptedAgent(textRun("Done"));
    const thread = createThread({ agent, whenBusy: "queue" });
    const sent = thread.send("Hi");
    await expect(thread.send("")).rejects.toMatchObject({ code: "invalid-argument" });
    await sent;
    const [{ id = "" } = {}] = thread.getSnapshot().messages;
    await expect(thread.edit(id, "")).rejects.toMatchObject({ code: "invalid-argument" });
    expect(thread.getSnapshot().messages).toHaveLength(2);
  });

  test("with an attachment is sent", async () => {
    const agent = scriptedAgent(textRun("Done"));
    const thread = createThread({ agent });
    const source = { type: "url", value: "https://example.com/a.png" } as const;
    await thread.send([{ type: "image", source }]);
    expect(agent.inputs).toHaveLength(1);
  });
});

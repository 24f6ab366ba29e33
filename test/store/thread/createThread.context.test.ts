import { describe, expect, test } from "vitest";
import { createAgentClient, createThread, serializeThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { nestedObject } from "../../support/nestedJson.ts";

describe("context of a thread", () => {
  test("is sent with every run with its current value, as text or JSON", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent, context: [{ description: "fixed", value: "f" }] });
    const entry = { description: "page", value: "/a" as unknown };
    const forget = thread.addContext(entry);
    thread.addContext({ description: "selection", value: [1, { a: null }] });
    await thread.run({ context: [{ description: "once", value: "o" }] });
    expect(agent.inputs[0]?.context).toEqual([
      { description: "page", value: "/a" },
      { description: "selection", value: '[1,{"a":null}]' },
      { description: "fixed", value: "f" },
      { description: "once", value: "o" },
    ]);
    entry.value = "/b";
    await thread.run();
    expect(agent.inputs[1]?.context).toContainEqual({ description: "page", value: "/b" });
    entry.value = undefined;
    await thread.run();
    expect(agent.inputs[2]?.context.map(({ description }) => description)).toEqual([
      "selection",
      "fixed",
    ]);
    entry.value = "/c";
    forget();
    await thread.run();
    expect(agent.inputs[3]?.context).toHaveLength(2);
  });

  const circle: Record<string, unknown> = { a: 1 };
  circle.self = circle;

  test.each([
    ["contains itself", circle],
    ["has a BigInt", { count: 5n }],
    ["is nested in 20,000 levels", nestedObject(20_000)],
  ])("is left out when it %s, with an issue, and the run continues", async (_, value) => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    thread.addContext({ description: "odd", value });
    thread.addContext({ description: "fine", value: "yes" });
    expect((await thread.run()).outcome).toBe("success");
    expect(agent.inputs[0]?.context).toEqual([{ description: "fine", value: "yes" }]);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-json", subject: "odd" }]);
    await expect(serializeThread(thread)).resolves.toContain("Hi");
  });

  test("is sent with the next run when a tool changes it", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "go" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        runFinished(),
      ],
      textRun("There"),
    );
    const thread = createThread({ agent });
    const page = { description: "page", value: "/a" };
    thread.addContext(page);
    thread.registerTool({
      name: "go",
      handler() {
        // React renders in a task of its own after the handler.
        setImmediate(() => {
          page.value = "/b";
        });
        return "Gone.";
      },
    });
    await thread.send("Go to b");
    expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual(["/a", "/b"]);
  });
});

test("rejects context that JSON cannot have", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  // A BigInt has no type of the protocol.
  const context = [{ description: "count", value: 10n as unknown as string }];
  expect(() => createThread({ agent, context })).toThrow("`context`");
  await expect(createThread({ agent }).run({ context })).rejects.toThrow("`context`");
});

test("rejects an annotation that JSON cannot have", async () => {
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
  const before = thread.getSnapshot();
  await expect(thread.annotate("note", { count: 10n })).rejects.toThrow("`payload`");
  expect(thread.getSnapshot()).toBe(before);
});

test("sends context of a client to all of its agents, or to the agent it names", async () => {
  const a = scriptedAgent(textRun("Hi"));
  const b = scriptedAgent(textRun("Hi"));
  const client = createAgentClient({ agents: { a, b } });
  client.addContext({ description: "all", value: "1" });
  const forget = client.addContext({ description: "only b", value: "2", agentId: "b" });
  client.thread({ agentId: "a" }).addContext({ description: "thread", value: "3" });
  for (const agentId of ["a", "b"]) await client.thread({ agentId }).run();
  expect(a.inputs[0]?.context.map(({ description }) => description)).toEqual(["all", "thread"]);
  expect(b.inputs[0]?.context.map(({ description }) => description)).toEqual(["all", "only b"]);
  forget();
  await client.thread({ agentId: "b" }).run();
  expect(b.inputs[1]?.context.map(({ description }) => description)).toEqual(["all"]);
});

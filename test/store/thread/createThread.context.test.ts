import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";

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

  test("is left out and reported when it is not JSON, and the run continues", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    const value: Record<string, unknown> = {};
    value.self = value;
    thread.addContext({ description: "circle", value });
    thread.addContext({ description: "fine", value: "yes" });
    expect((await thread.run()).outcome).toBe("success");
    expect(agent.inputs[0]?.context).toEqual([{ description: "fine", value: "yes" }]);
    expect(reported).toHaveBeenCalledOnce();
    reported.mockRestore();
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

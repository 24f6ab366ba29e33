import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callEvents, callRun, resultsIn } from "./calls.ts";

const tool = (name: string, description: string, agentId?: string) => ({
  name,
  description: description,
  agentId,
  handler: () => description,
});

/** Creates two agents with one thread each, which call `paint` and then answer. */
function studio() {
  const one = scriptedAgent(callRun(call("paint")), textRun("Ok"));
  const two = scriptedAgent(callRun(call("paint")), textRun("Ok"));
  const client = createAgentClient({ agents: { one, two } });
  return { client, one, two };
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a tool", () => {
  test("is offered by every thread of every agent when a client registers it", async () => {
    const { client, one, two } = studio();
    const early = client.thread({ agentId: "one" });
    client.registerTool(tool("paint", "client's"));
    await early.send("Hi");
    await client.thread({ agentId: "two" }).send("Hi");
    for (const agent of [one, two]) {
      expect(agent.inputs[0]?.tools).toMatchObject([{ name: "paint", description: "client's" }]);
      expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "client's" });
    }
  });

  test("for one agent shadows a tool for all agents, whichever came first", async () => {
    for (const isFirst of [true, false]) {
      const { client, one, two } = studio();
      if (isFirst) client.registerTool(tool("paint", "one's", "one"));
      client.registerTool(tool("paint", "client's"));
      if (!isFirst) client.registerTool(tool("paint", "one's", "one"));
      await client.thread({ agentId: "one" }).send("Hi");
      await client.thread({ agentId: "two" }).send("Hi");
      expect(one.inputs[0]?.tools).toMatchObject([{ description: "one's" }]);
      expect(resultsIn(one.inputs[1]).c1).toMatchObject({ content: "one's" });
      expect(two.inputs[0]?.tools).toMatchObject([{ description: "client's" }]);
      expect(resultsIn(two.inputs[1]).c1).toMatchObject({ content: "client's" });
    }
  });

  test("is not offered to a thread's agent when it names another agent", async () => {
    const { client, one } = studio();
    const thread = client.thread({ agentId: "one" });
    thread.registerTool(tool("paint", "two's", "two"));
    thread.registerTool(tool("draw", "one's", "one"));
    await thread.send("Hi");
    expect(one.inputs[0]?.tools).toMatchObject([{ name: "draw" }]);
  });

  test("is offered in a thread without a client whatever agent it names", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool(tool("paint", "anyone's", "two"));
    await thread.send("Hi");
    expect(agent.inputs[0]?.tools).toMatchObject([{ name: "paint" }]);
  });

  test("for one agent is not offered to the others", async () => {
    const { client, two } = studio();
    client.registerTool(tool("paint", "one's", "one"));
    await client.thread({ agentId: "two" }).send("Hi");
    expect(two.inputs[0]?.tools).toEqual([]);
    expect(two.inputs).toHaveLength(1);
  });

  test("registered on a thread shadows those of its agent and its client", async () => {
    const { client, one } = studio();
    const thread = client.thread({ agentId: "one", threadId: "a" });
    thread.registerTool(tool("paint", "thread's"));
    client.registerTool(tool("paint", "one's", "one"));
    client.registerTool(tool("paint", "client's"));
    await thread.send("Hi");
    expect(one.inputs[0]?.tools).toMatchObject([{ description: "thread's" }]);
    expect(resultsIn(one.inputs[1]).c1).toMatchObject({ content: "thread's" });
    await client.thread({ agentId: "one", threadId: "b" }).send("Hi");
    expect(one.inputs[2]?.tools).toMatchObject([{ description: "one's" }]);
  });

  test("uncovers the one it shadowed when it is unregistered", async () => {
    const { client, one } = studio();
    const thread = client.thread({ agentId: "one" });
    client.registerTool(tool("paint", "client's"));
    const offAgent = client.registerTool(tool("paint", "one's", "one"));
    const offThread = thread.registerTool(tool("paint", "thread's"));
    const offers: unknown[] = [];
    for (const off of [offThread, offAgent, undefined]) {
      await thread.send("Hi");
      offers.push(one.inputs.at(-1)?.tools?.map(({ description }) => description));
      off?.();
    }
    expect(offers).toEqual([["thread's"], ["one's"], ["client's"]]);
  });

  test("registered twice by name is the later one, until that is unregistered", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool(tool("paint", "first"));
    const off = thread.registerTool(tool("paint", "second"));
    await thread.send("Hi");
    off();
    await thread.send("Hi");
    expect(agent.inputs.map(({ tools }) => tools)).toMatchObject([
      [{ description: "second" }],
      [{ description: "first" }],
    ]);
  });

  test("registered twice as one object stays until both are unregistered", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent });
    const shared = tool("paint", "shared");
    const offs = [thread.registerTool(shared), thread.registerTool(shared)];
    for (const off of [...offs, undefined]) {
      await thread.send("Hi");
      off?.();
    }
    expect(agent.inputs.map(({ tools }) => tools?.length)).toEqual([1, 1, 0]);
  });

  test("is unregistered once, also when called twice", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent });
    const shared = tool("paint", "shared");
    const off = thread.registerTool(shared);
    off();
    thread.registerTool(shared);
    off();
    await thread.send("Hi");
    expect(agent.inputs[0]?.tools).toHaveLength(1);
  });

  test("registered on the client survives the disposal of a thread", async () => {
    const { client, one } = studio();
    client.registerTool(tool("paint", "client's"));
    client.thread({ agentId: "two" }).dispose();
    await client.thread({ agentId: "one" }).send("Hi");
    expect(resultsIn(one.inputs[1]).c1).toMatchObject({ content: "client's" });
  });

  test("registered during a run is offered to the next run", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const handler = vi.fn(() => "painted");
    const ended = thread.send("Hi");
    const { threadId, runId, tools } = await agent.started();
    thread.registerTool({ name: "paint", handler });
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents([call("paint")]), {
      type: "RUN_FINISHED",
      threadId,
      runId,
    });
    await agent.finish();
    await ended;
    expect(tools).toEqual([]);
    // The tool was not offered, so the server answers the call.
    expect(handler).not.toHaveBeenCalled();
    expect(thread.getSnapshot().run.pendingToolCallIds).toEqual([]);
    const next = thread.send("And now?");
    expect((await agent.started()).tools).toMatchObject([{ name: "paint" }]);
    await agent.finish();
    await next;
  });

  test("may have the name of an inherited property", async () => {
    const agent = scriptedAgent(callRun(call("constructor", {}, "__proto__")), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "constructor", handler: () => "built" });
    await thread.send("Hi");
    expect(agent.inputs[1]?.messages.at(-1)).toMatchObject({
      toolCallId: "__proto__",
      content: "built",
    });
  });
});

describe("the development warning", () => {
  const warnings = () => vi.mocked(console.warn).mock.calls.map(([text]) => String(text));
  /** Registers a duplicate, whose warning shows that earlier warnings would have been printed. */
  async function settled(thread: ReturnType<typeof createThread>) {
    thread.registerTool(tool("last", "a"));
    thread.registerTool(tool("last", "b"));
    await vi.waitFor(() => expect(warnings().some((text) => text.includes('"last"'))).toBe(true));
    return warnings().filter((text) => !text.includes('"last"'));
  }

  test("names a tool that is registered twice, and which one is used", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    for (const description of ["a", "b", "c"]) thread.registerTool(tool("paint", description));
    const found = await settled(thread);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/"paint".*last/);
  });

  test("is not printed for unmounting and mounting again", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    const one = tool("paint", "a");
    thread.registerTool(one)();
    thread.registerTool(one);
    thread.registerTool(tool("draw", "a"))();
    thread.registerTool(tool("draw", "b"));
    expect(await settled(thread)).toEqual([]);
  });

  test("is not printed for one object registered twice", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    const one = tool("paint", "a");
    thread.registerTool(one);
    thread.registerTool(one);
    expect(await settled(thread)).toEqual([]);
  });

  test("is not printed for tools that shadow each other intentionally", async () => {
    const { client } = studio();
    const thread = client.thread({ agentId: "one" });
    client.registerTool(tool("paint", "client's"));
    client.registerTool(tool("paint", "one's", "one"));
    client.registerTool(tool("paint", "two's", "two"));
    thread.registerTool(tool("paint", "thread's"));
    expect(await settled(thread)).toEqual([]);
  });

  test("is not printed in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const quiet = createThread({ agent: scriptedAgent([]) });
    quiet.registerTool(tool("paint", "a"));
    quiet.registerTool(tool("paint", "b"));
    await Promise.resolve();
    vi.unstubAllEnvs();
    expect(await settled(createThread({ agent: scriptedAgent([]) }))).toEqual([]);
  });
});

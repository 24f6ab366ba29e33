import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callEvents, callRun, resultsIn } from "./calls.ts";

const tool = (name: string, says: string, agentId?: string) => ({
  name,
  description: says,
  agentId,
  handler: () => says,
});

/** Two agents with one thread each, that call `paint` and then say something. */
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
  test("of a client is offered by every thread of every agent, also of those that are there", async () => {
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

  test("of one agent takes the place of one for all, whichever came first", async () => {
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

  test("of a thread is nothing to its agent either when it is for another", async () => {
    const { client, one } = studio();
    const thread = client.thread({ agentId: "one" });
    thread.registerTool(tool("paint", "two's", "two"));
    thread.registerTool(tool("draw", "one's", "one"));
    await thread.send("Hi");
    expect(one.inputs[0]?.tools).toMatchObject([{ name: "draw" }]);
  });

  test("of a thread without a client is its agent's, whatever that is called", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool(tool("paint", "anyone's", "two"));
    await thread.send("Hi");
    expect(agent.inputs[0]?.tools).toMatchObject([{ name: "paint" }]);
  });

  test("of one agent is nothing to the others", async () => {
    const { client, two } = studio();
    client.registerTool(tool("paint", "one's", "one"));
    await client.thread({ agentId: "two" }).send("Hi");
    expect(two.inputs[0]?.tools).toEqual([]);
    expect(two.inputs).toHaveLength(1);
  });

  test("of a thread takes the place of those of its agent and its client", async () => {
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

  test("that is taken back leaves the one it hid", async () => {
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

  test("of a name that is registered twice is the one that came last, until it goes", async () => {
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

  test("that two register as one object stays until both have taken it back", async () => {
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

  test("is taken back once, also by whoever says so twice", async () => {
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

  test("belongs to the client, not to a thread: another thread's end takes nothing along", async () => {
    const { client, one } = studio();
    client.registerTool(tool("paint", "client's"));
    client.thread({ agentId: "two" }).dispose();
    await client.thread({ agentId: "one" }).send("Hi");
    expect(resultsIn(one.inputs[1]).c1).toMatchObject({ content: "client's" });
  });

  test("that comes while a run streams is not offered to it, but to the next", async () => {
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
    // Nobody offered it, so the call is the server's own affair.
    expect(handler).not.toHaveBeenCalled();
    expect(thread.getSnapshot().run.pendingToolCallIds).toEqual([]);
    const next = thread.send("And now?");
    expect((await agent.started()).tools).toMatchObject([{ name: "paint" }]);
    await agent.finish();
    await next;
  });

  test("may be called like anything an object has", async () => {
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

describe("a development warning", () => {
  const warnings = () => vi.mocked(console.warn).mock.calls.map(([text]) => String(text));
  /** Warnings come with the part that runs tools; one that has to come says that it is there. */
  async function settled(thread: ReturnType<typeof createThread>) {
    thread.registerTool(tool("last", "a"));
    thread.registerTool(tool("last", "b"));
    await vi.waitFor(() => expect(warnings().some((text) => text.includes('"last"'))).toBe(true));
    return warnings().filter((text) => !text.includes('"last"'));
  }

  test("says once that a name is registered twice, and who wins", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    for (const says of ["a", "b", "c"]) thread.registerTool(tool("paint", says));
    const found = await settled(thread);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/"paint".*last/);
  });

  test("does not come of mounting, unmounting and mounting again", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    const one = tool("paint", "a");
    thread.registerTool(one)();
    thread.registerTool(one);
    thread.registerTool(tool("draw", "a"))();
    thread.registerTool(tool("draw", "b"));
    expect(await settled(thread)).toEqual([]);
  });

  test("does not come of one object that two use", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    const one = tool("paint", "a");
    thread.registerTool(one);
    thread.registerTool(one);
    expect(await settled(thread)).toEqual([]);
  });

  test("does not come of tools that shadow each other on purpose", async () => {
    const { client } = studio();
    const thread = client.thread({ agentId: "one" });
    client.registerTool(tool("paint", "client's"));
    client.registerTool(tool("paint", "one's", "one"));
    client.registerTool(tool("paint", "two's", "two"));
    thread.registerTool(tool("paint", "thread's"));
    expect(await settled(thread)).toEqual([]);
  });

  test("does not come in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const quiet = createThread({ agent: scriptedAgent([]) });
    quiet.registerTool(tool("paint", "a"));
    quiet.registerTool(tool("paint", "b"));
    await Promise.resolve();
    vi.unstubAllEnvs();
    expect(await settled(createThread({ agent: scriptedAgent([]) }))).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { createIdCounter } from "../thread/idCounter.ts";

const support = scriptedAgent(textRun("Support"));
const sales = scriptedAgent(textRun("Sales"));

describe("a client", () => {
  test("requires an agent", () => {
    expect(() => createAgentClient({})).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(() => createAgentClient({ agents: {} })).toThrow(/agent/);
    expect(() => createAgentClient({ agent: sales, agents: { support } })).toThrow(/both/);
  });

  test("names a single agent `default`", () => {
    const client = createAgentClient({ agent: support });
    expect(client.agentIds).toEqual(["default"]);
    expect(client.getAgent()).toBe(support);
    expect(client.getAgent("default")).toBe(support);
  });

  test("knows agents by name, and the first without a name", () => {
    const client = createAgentClient({ agents: { support, sales } });
    expect(client.agentIds).toEqual(["support", "sales"]);
    expect(client.getAgent()).toBe(support);
    expect(client.getAgent("sales")).toBe(sales);
  });

  test.each(["nobody", "constructor", "__proto__", ""])("has no agent %j", (agentId) => {
    const client = createAgentClient({ agents: { support } });
    expect(() => client.getAgent(agentId)).toThrow(/support/);
    expect(() => client.thread({ agentId })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});

describe("the threads of a client", () => {
  test("are created once per id", () => {
    const client = createAgentClient({ agents: { support, sales } });
    const thread = client.thread({ threadId: "t1" });
    expect(client.thread({ threadId: "t1" })).toBe(thread);
    expect(client.thread({ threadId: "t1", agentId: "support" })).toBe(thread);
    expect(client.thread({ threadId: "t2" })).not.toBe(thread);
    expect(client.thread({ threadId: "t1", agentId: "sales" })).not.toBe(thread);
    expect(thread.threadId).toBe("t1");
  });

  test("include a default thread per agent", () => {
    const client = createAgentClient({
      agents: { support, sales },
      createId: createIdCounter("thread"),
    });
    const first = client.thread();
    expect(first.threadId).toBe("thread-1");
    expect(client.thread()).toBe(first);
    expect(client.thread({ threadId: "thread-1" })).toBe(first);
    expect(client.thread({ agentId: "sales" }).threadId).toBe("thread-2");
  });

  test("run their own agent", async () => {
    const client = createAgentClient({ agents: { support, sales } });
    const { newMessages } = await client.thread({ agentId: "sales" }).send("How much?");
    expect(newMessages).toMatchObject([{ content: "Sales" }]);
  });

  test("start from the request's and the client's options", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const client = createAgentClient({
      agent,
      tools: [{ name: "ask", description: "" }],
      context: [{ description: "place", value: "Rome" }],
      forwardedProps: { tenant: "acme" },
    });
    const thread = client.thread({
      initialMessages: [{ id: "u1", role: "user", content: "Hello" }],
      initialState: { n: 1 },
    });
    await thread.run();
    expect(agent.inputs[0]).toMatchObject({
      messages: [{ id: "u1" }],
      state: { n: 1 },
      tools: [{ name: "ask" }],
      context: [{ value: "Rome" }],
      forwardedProps: { tenant: "acme" },
    });
  });

  test("are strict when the client is", async () => {
    const agent = scriptedAgent([{ type: "TEXT_MESSAGE_END", messageId: "ghost" }]);
    const client = createAgentClient({ agent, strict: true });
    expect((await client.thread().run()).error?.code).toBe("protocol-violation");
  });

  test("have the id of their snapshot", async () => {
    const stored = createThread({ agent: support, threadId: "stored" }).getSnapshot();
    const client = createAgentClient({ agent: support });
    const thread = client.thread({ snapshot: stored });
    expect(thread.threadId).toBe("stored");
    expect(client.thread({ threadId: "stored" })).toBe(thread);
  });

  test("are created again after they were disposed", async () => {
    const client = createAgentClient({ agent: support });
    const disposed = client.thread({ threadId: "t1" });
    disposed.dispose();
    const thread = client.thread({ threadId: "t1" });
    expect(thread).not.toBe(disposed);
    expect((await thread.send("Hello")).outcome).toBe("success");
    await expect(disposed.send("Hello")).rejects.toMatchObject({ code: "thread-disposed" });
    // The disposed thread must not remove its successor.
    disposed.dispose();
    expect(client.thread({ threadId: "t1" })).toBe(thread);
  });

  test("are disposed with the client", async () => {
    const client = createAgentClient({ agent: support });
    const threads = [client.thread({ threadId: "t1" }), client.thread({ threadId: "t2" })];
    client.dispose();
    for (const thread of threads) {
      await expect(thread.run()).rejects.toMatchObject({ code: "thread-disposed" });
    }
    expect(client.thread({ threadId: "t1" })).not.toBe(threads[0]);
  });
});

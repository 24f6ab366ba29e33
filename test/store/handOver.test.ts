// @vitest-environment node
import { describe, expect, test, vi } from "vitest";
import { createAgentClient } from "../../src/core.ts";
import { manualAgent, runFinished, runStarted, scriptedAgent, textRun } from "../../src/testing.ts";

const agents = () => ({
  reception: scriptedAgent([
    runStarted(),
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "I will ask sales." },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "STATE_SNAPSHOT", snapshot: { order: 7 } },
    runFinished(),
  ]),
  sales: scriptedAgent(textRun("It is 9 euros.")),
});

describe("a thread that is handed over", () => {
  test("keeps its id, its messages and its state", async () => {
    const { reception, sales } = agents();
    const client = createAgentClient({ agents: { reception, sales } });
    const thread = client.thread<{ order?: number }>({ initialState: {} });
    await thread.send("How much is it?");
    thread.setState((now) => ({ ...now, urgent: true }));
    const other = client.handOver(thread, "sales");
    expect(other).toMatchObject({ agentId: "sales", threadId: thread.threadId });
    await other.run();
    expect(sales.inputs[0]).toMatchObject({
      threadId: thread.threadId,
      messages: [{ content: "How much is it?" }, { content: "I will ask sales." }],
      state: { order: 7, urgent: true },
    });
    expect(other.getSnapshot().messages).toHaveLength(3);
    // And nothing of it got back by accident.
    expect(thread.getSnapshot().messages).toHaveLength(2);
    expect(client.thread({ agentId: "sales", threadId: thread.threadId })).toBe(other);
  });

  test("goes back with what was said meanwhile", async () => {
    const { reception, sales } = agents();
    const client = createAgentClient({ agents: { reception, sales } });
    const thread = client.thread();
    await thread.send("Hello");
    const other = client.handOver(thread, "sales");
    await other.send("How much?");
    const back = client.handOver(other, "reception");
    expect(back).toBe(thread);
    expect(back.getSnapshot().messages).toHaveLength(4);
    await back.send("Thanks");
    expect(reception.inputs[1]?.messages).toHaveLength(5);
    expect(client.handOver(back, "reception")).toBe(back);
  });

  test("keeps what is queued, what it began with, and who looks at it", async () => {
    const { reception, sales } = agents();
    const client = createAgentClient({ agents: { reception, sales } });
    const mounted = client.thread<{ n: number }>({ agentId: "sales", threadId: "t" });
    const thread = client.thread<{ n: number }>({ threadId: "t", initialState: { n: 1 } });
    await thread.send("Hello");
    const shown = vi.fn();
    mounted.store.subscribe(shown);
    expect(client.handOver(thread, "sales")).toBe(mounted);
    expect(shown).toHaveBeenCalled();
    expect(mounted.store.getState().messages).toHaveLength(2);
    const fresh = client.thread<{ n: number }>({ threadId: "u", initialState: { n: 7 } });
    const other = client.handOver(fresh, "sales");
    other.setState({ n: 8 });
    other.resetState();
    expect(other.getSnapshot().visibleState).toEqual({ n: 7 });
  });

  test("waits for nothing that the agent before has asked", async () => {
    const interrupts = [{ id: "i1", reason: "approval" }];
    const reception = scriptedAgent([
      runStarted(),
      runFinished({ outcome: { type: "interrupt", interrupts } }),
    ]);
    const sales = scriptedAgent(textRun("Hi"));
    const client = createAgentClient({ agents: { reception, sales } });
    const thread = client.thread();
    await thread.send("Hello");
    const other = client.handOver(thread, "sales");
    expect(other.getSnapshot()).toMatchObject({ interrupts: [], run: { status: "idle" } });
    await other.run();
    expect(sales.inputs[0]).not.toHaveProperty("resume");
  });

  test("has to be at rest, and the other agent has to be there", async () => {
    const manual = manualAgent();
    const client = createAgentClient({ agents: { a: manual, b: scriptedAgent([]) } });
    const thread = client.thread();
    const ended = thread.run();
    await manual.started();
    expect(() => client.handOver(thread, "b")).toThrow(
      expect.objectContaining({ code: "thread-busy" }),
    );
    thread.stop();
    await ended;
    expect(() => client.handOver(thread, "c")).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});

import { afterEach, describe, expect, test, vi } from "vitest";
import type { Message } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a page without HTTPS", () => {
  test("creates threads without crypto.randomUUID", () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { threadId } = createThread({ agent: scriptedAgent(textRun("Hi")) });
    expect(threadId).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("messages of the application", () => {
  test("are rejected at once when they are invalid", () => {
    const agent = scriptedAgent(textRun("Hi"));
    // A message without an id, as a database may contain it.
    const broken = { role: "user", content: "Hi" } as unknown as Message;
    expect(() => createThread({ agent, initialMessages: [broken] })).toThrow(/Message 0 .* id/);
    expect(() => createThread({ agent }).setMessages([broken])).toThrow(/Message 0 .* id/);
  });

  test("are accepted in the format before 1.0", () => {
    const part = { type: "binary", mimeType: "image/png", url: "https://example.com/a.png" };
    const message = { id: "1", role: "user", content: [part] } as unknown as Message;
    const thread = createThread({ agent: scriptedAgent([]), initialMessages: [message] });
    expect(thread.getSnapshot().messages[0]?.content).toEqual([
      { type: "image", source: { type: "url", value: part.url, mimeType: "image/png" } },
    ]);
  });
});

test("keeps the content of an activity against changes by the agent", async () => {
  const thread = createThread({
    agent: scriptedAgent([
      runStarted(),
      { type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "PLAN", content: { n: 1 } },
      {
        type: "ACTIVITY_DELTA",
        messageId: "a",
        activityType: "PLAN",
        patch: [{ op: "replace", path: "", value: ["step"] }],
      },
      runFinished(),
    ]),
  });
  await thread.run();
  expect(thread.getSnapshot().messages[0]?.content).toEqual({ n: 1 });
  expect(thread.getSnapshot().issues[0]?.code).toBe("patch-failed");
  await expect(thread.send([{ type: "text", text: "Go on" }])).resolves.toBeDefined();
});

describe("an edit of the state during a run", () => {
  test("keeps its fields and leaves the others to the agent", async () => {
    const agent = manualAgent();
    const thread = createThread<{ title: string; items: string[] }>({
      agent,
      initialState: { title: "ours", items: [] },
    });
    const ended = thread.run();
    await agent.started();
    agent.emit({ type: "RUN_STARTED", threadId: "t", runId: "r" });
    thread.setState((state) => ({ ...state, title: "mine" }));
    agent.emit({ type: "STATE_DELTA", delta: [{ op: "add", path: "/items/-", value: "one" }] });
    agent.emit({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/title", value: "no" }] });
    agent.emit({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
    agent.finish();
    await ended;
    expect(thread.getSnapshot().visibleState).toEqual({ title: "mine", items: ["one"] });
    expect(thread.getSnapshot().state).toEqual({ title: "no", items: ["one"] });
  });
});

test("drops a prediction from a snapshot stored during a run", async () => {
  const first = createThread({ agent: scriptedAgent([]), initialState: { doc: "" } });
  const snapshot = first.getSnapshot();
  const stored = {
    ...snapshot,
    visibleState: { doc: "half of" },
    predictedKeys: ["doc"],
    tracking: { ...snapshot.tracking, isAttached: true, predictingIds: ["c1"] },
  };
  const agent = scriptedAgent(textRun("Hi"));
  await createThread({ agent, snapshot: stored }).run();
  expect(agent.inputs[0]?.state).toEqual({ doc: "" });
});

describe("a subscriber that sees the end of a run", () => {
  test("may start the next run at once", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const second = new Promise((resolve) => {
      const off = thread.store.subscribe(({ run }, { run: before }) => {
        if (run.status !== "idle" || before.status === "idle") return;
        off();
        resolve(thread.send("And now?"));
      });
    });
    await thread.send("Hello");
    await expect(second).resolves.toMatchObject({ outcome: "success" });
  });

  test("receives messages without an end event", async () => {
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } } as const;
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        {
          type: "MESSAGES_SNAPSHOT",
          messages: [{ id: "a1", role: "assistant", toolCalls: [call] }],
        },
        runFinished(),
      ]),
    });
    const received: string[] = [];
    thread.subscribe({
      onMessage: ({ id }) => received.push(id),
      onToolCall: ({ id }) => received.push(id),
    });
    await thread.run();
    expect(received).toEqual(["c1", "a1"]);
  });
});

describe("retry()", () => {
  test("rejects a second call at the same time and restores no old state", async () => {
    const agent = scriptedAgent(
      [runStarted(), { type: "TEXT_MESSAGE_START", messageId: "m1" }],
      textRun("Hi"),
    );
    const thread = createThread<{ v: number }>({ agent });
    await thread.send("Hello", { state: { v: 1 } });
    thread.setState({ v: 2 });
    const first = thread.retry();
    await expect(thread.retry()).rejects.toMatchObject({ code: "thread-busy" });
    expect((await first).outcome).toBe("success");
    expect(agent.inputs[1]?.state).toEqual({ v: 2 });
  });
});

describe("setMessages([])", () => {
  test("clears the error with the conversation", async () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    await thread.send("Hello");
    expect(thread.getSnapshot().run.status).toBe("error");
    thread.setMessages([]);
    expect(thread.getSnapshot()).toMatchObject({ messages: [], issues: [], interrupts: [] });
    expect(thread.getSnapshot().run.status).toBe("idle");
  });
});

describe("dispose()", () => {
  test("publishes nothing afterwards", async () => {
    vi.useFakeTimers();
    const thread = createThread<number>({ agent: scriptedAgent([]), initialState: 1 });
    const received = vi.fn();
    thread.store.subscribe(received);
    thread.setState(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(received).toHaveBeenCalled();
    received.mockClear();
    thread.dispose();
    thread.setState(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(received).not.toHaveBeenCalled();
  });
});

describe("createAgentClient", () => {
  const agent = scriptedAgent(textRun("Hi"));

  test("rejects `agent` together with `agents`", () => {
    expect(() => createAgentClient({ agent, agents: { other: agent } })).toThrow(/not both/);
  });

  test("rejects a snapshot of another thread", () => {
    const snapshot = createThread({ agent, threadId: "b" }).getSnapshot();
    const client = createAgentClient({ agent });
    expect(() => client.thread({ threadId: "a", snapshot })).toThrow(/thread "b"/);
  });
});
